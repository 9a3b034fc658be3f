package dev.stowage.node.runtime;

import java.nio.file.Path;

/// A directory or file of the machine at a path in a container.
public record ContainerMount(Path source, String target, boolean readOnly, Propagation propagation) {

    /// As `mountPropagation` has it.
    public enum Propagation {
        /// Later mounts are not visible on the other side.
        NONE,
        /// What the machine mounts below it later is seen in the container.
        HOST_TO_CONTAINER,
        /// And in the other direction.
        BIDIRECTIONAL
    }
}
