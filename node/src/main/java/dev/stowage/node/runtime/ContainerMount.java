package dev.stowage.node.runtime;

import java.nio.file.Path;

/// A directory or file of the machine at a path in a container.
public record ContainerMount(Path source, String target, boolean readOnly, Propagation propagation) {

    /// The values of `mountPropagation`.
    public enum Propagation {
        /// Later mounts are not visible on the other side.
        NONE,
        /// Later mounts of the host below it are visible in the container.
        HOST_TO_CONTAINER,
        /// Also mounts of the container on the host.
        BIDIRECTIONAL
    }
}
