package dev.stowage.node.prober;

/// What came of asking.
///
/// @param message why it is not good, or what was answered
public record ProbeResult(boolean good, String message) {}
