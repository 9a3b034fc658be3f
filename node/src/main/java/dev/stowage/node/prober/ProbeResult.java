package dev.stowage.node.prober;

/// The result of a probe or a hook.
///
/// @param message the reason of a failure, or the response
public record ProbeResult(boolean good, String message) {}
