package dev.stowage.sdk;

/// The result of an expansion.
///
/// @param capacity the new size
/// @param nodeExpansionRequired whether the node must do the rest, usually expand the file system
public record ExpandResult(Bytes capacity, boolean nodeExpansionRequired) {}
