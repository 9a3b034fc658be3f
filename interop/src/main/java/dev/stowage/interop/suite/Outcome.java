package dev.stowage.interop.suite;

/// One thing that a suite looked at, and what came of it.
///
/// @param reason why it failed or was skipped; empty when it passed
public record Outcome(String name, Verdict verdict, String reason) {

    public enum Verdict {
        PASSED,
        FAILED,
        SKIPPED
    }

    public static Outcome passed(String name) {
        return new Outcome(name, Verdict.PASSED, "");
    }

    public static Outcome failed(String name, String reason) {
        return new Outcome(name, Verdict.FAILED, reason);
    }

    public static Outcome skipped(String name, String reason) {
        return new Outcome(name, Verdict.SKIPPED, reason);
    }

    /// The same, said of one of several that were asked the same.
    public Outcome of(String whom) {
        return new Outcome(whom + ": " + name, verdict, reason);
    }
}
