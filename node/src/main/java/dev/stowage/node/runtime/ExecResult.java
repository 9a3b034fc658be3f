package dev.stowage.node.runtime;

/// The result of a command.
///
/// @param output the beginning of its output, both streams
public record ExecResult(int code, String output) {}
