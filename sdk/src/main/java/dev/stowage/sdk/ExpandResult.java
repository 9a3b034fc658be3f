package dev.stowage.sdk;

/// What became of a growth.
///
/// @param capacity the size now
/// @param nodeMustFollow whether something remains to be done on the node, usually growing the file system
public record ExpandResult(Bytes capacity, boolean nodeExpansionRequired) {}
