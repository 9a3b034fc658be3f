package dev.stowage.explain.chain;

/// The position of a link in the chain, in the order of dependency.
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
