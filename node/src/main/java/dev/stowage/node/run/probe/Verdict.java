package dev.stowage.node.run.probe;

/// What came of asking.
///
/// @param message why it is not good, or what was answered
public record Verdict(boolean good, String message) {}
