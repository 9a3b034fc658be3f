package dev.stowage.dist.testreport;

/// One test and how it ended.
record TestCase(String module, String name, double seconds, Result result) {

    sealed interface Result {}

    record Passed() implements Result {}

    record Failed(String message) implements Result {}

    record Skipped(String reason) implements Result {}
}
