package dev.stowage.explain.chain;

/// Where on the way of a volume something stands, in the order in which one needs the other.
public enum LinkKind {
    POD,
    SNAPSHOT,
    CLAIM,
    CLASS,
    VOLUME,
    ATTACHMENT,
    NODE,
    REGISTRATION,
    DRIVER,
    MOUNT
}
