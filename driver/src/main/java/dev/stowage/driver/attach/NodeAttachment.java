package dev.stowage.driver.attach;

/// A node to which a volume is attached.
///
/// @param node the node's id
/// @param readOnly whether that node may only read
/// @param shared whether other nodes may have it too, because all of them only read
public record NodeAttachment(String node, boolean readOnly, boolean shared) {}
