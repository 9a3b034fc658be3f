package dev.stowage.node.runtime;

/// What a command came to.
///
/// @param output the beginning of what it printed, both streams
public record ExecResult(int code, String output) {}
