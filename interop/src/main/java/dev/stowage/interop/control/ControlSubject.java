package dev.stowage.interop.control;

/// Whose volume controllers run.
enum ControlSubject {
    /// First, because its results are the reference.
    KUBERNETES("go"),
    OURS("ours");

    private final String word;

    ControlSubject(String word) {
        this.word = word;
    }

    /// For names of namespaces.
    String word() {
        return word;
    }
}
