package dev.stowage.sdk;

/// A problem of the storage behind a node, which affects every volume on it.
///
/// @param unreachable whether the storage cannot be reached at all; otherwise it is only degraded
/// @param reason one word for programs
/// @param message a sentence for people: what happened and what to do
public record StorageProblem(boolean unreachable, String reason, String message) {}
