package dev.stowage.explain.doctor;

/// How a check came out, the better first.
public enum CheckSeverity {
    OK("ok"),
    /// Worth knowing; nothing has to be done.
    NOTE("note"),
    /// It will cause a failure, or may.
    WARN("WARN"),
    /// It causes a failure now.
    BAD("BAD");

    private final String word;

    CheckSeverity(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public boolean isWorseThan(CheckSeverity other) {
        return compareTo(other) > 0;
    }
}
