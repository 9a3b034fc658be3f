package dev.stowage.interop.control;

/// Whose volume controllers run.
enum Side {
    /// First: what they leave is the measure.
    KUBERNETES("go"),
    OURS("ours");

    private final String word;

    Side(String word) {
        this.word = word;
    }

    /// For names of namespaces.
    String word() {
        return word;
    }
}
