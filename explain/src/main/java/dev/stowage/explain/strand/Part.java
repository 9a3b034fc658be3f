package dev.stowage.explain.strand;

/// Where on the way of a volume something stands, in the order in which one needs the other.
public enum Part {
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
