package dev.stowage.explain.doctor;

/// The result of one check.
///
/// @param name scripts read it: `mounts-answer`
/// @param text one sentence: what was seen, on which object
/// @param remedy what to do; empty when there is nothing to do
public record CheckResult(String name, CheckSeverity severity, String text, String remedy) {

    public static CheckResult ok(String name, String text) {
        return new CheckResult(name, CheckSeverity.OK, text, "");
    }

    public static CheckResult note(String name, String text, String remedy) {
        return new CheckResult(name, CheckSeverity.NOTE, text, remedy);
    }

    public static CheckResult warn(String name, String text, String remedy) {
        return new CheckResult(name, CheckSeverity.WARN, text, remedy);
    }

    public static CheckResult bad(String name, String text, String remedy) {
        return new CheckResult(name, CheckSeverity.BAD, text, remedy);
    }
}
