package dev.stowage.explain.doctor;

/// How a check came out, the better first.
public enum Grade {
    OK("ok"),
    /// Worth knowing; nothing has to be done.
    NOTE("note"),
    /// It will hurt, or may.
    WARN("WARN"),
    /// It hurts now.
    BAD("BAD");

    private final String word;

    Grade(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public boolean isWorseThan(Grade other) {
        return compareTo(other) > 0;
    }
}
