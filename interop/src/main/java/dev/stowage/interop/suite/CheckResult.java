package dev.stowage.interop.suite;

/// The result of one check of a suite.
///
/// @param reason why it failed or was skipped; empty when it passed
public record CheckResult(String name, CheckStatus status, String reason) {

    public enum CheckStatus {
        PASSED,
        FAILED,
        SKIPPED
    }

    public static CheckResult passed(String name) {
        return new CheckResult(name, CheckStatus.PASSED, "");
    }

    public static CheckResult failed(String name, String reason) {
        return new CheckResult(name, CheckStatus.FAILED, reason);
    }

    public static CheckResult skipped(String name, String reason) {
        return new CheckResult(name, CheckStatus.SKIPPED, reason);
    }

    /// The same result, labelled with the subject that was checked.
    public CheckResult of(String whom) {
        return new CheckResult(whom + ": " + name, status, reason);
    }
}
