package dev.stowage.dist;

/// One test and how it ended.
record TestCase(String module, String name, double seconds, End end) {

    sealed interface End {}

    record Passed() implements End {}

    record Failed(String message) implements End {}

    record Skipped(String reason) implements End {}
}
