package dev.stowage.cli.drain;

/// The node that a volume moves to.
sealed interface TargetChoice {

    record Chosen(String node) implements TargetChoice {}

    /// @param why for each node that was considered
    record None(String why) implements TargetChoice {}
}
