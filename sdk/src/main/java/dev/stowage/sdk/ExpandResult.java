package dev.stowage.sdk;

/// What became of a growth.
///
/// @param capacity the size now
/// @param nodeExpansionRequired whether something remains to be done on the node, usually growing the file system
public record ExpandResult(Bytes capacity, boolean nodeExpansionRequired) {}
