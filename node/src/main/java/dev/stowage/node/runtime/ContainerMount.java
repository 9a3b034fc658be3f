package dev.stowage.node.runtime;

import java.nio.file.Path;

/// Something of the machine that a container sees at a path of its own.
public record ContainerMount(Path source, String target, boolean readOnly, Propagation propagation) {

    /// As `mountPropagation` has it.
    public enum Propagation {
        /// Mounts made later are seen by nobody else.
        NONE,
        /// What the machine mounts below it later is seen in the container.
        HOST_TO_CONTAINER,
        /// And the other way round.
        BIDIRECTIONAL
    }
}
