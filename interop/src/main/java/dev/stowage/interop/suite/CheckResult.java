package dev.stowage.interop.suite;

/// One thing that a suite looked at, and what came of it.
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

    /// The same, said of one of several that were asked the same.
    public CheckResult of(String whom) {
        return new CheckResult(whom + ": " + name, status, reason);
    }
}
