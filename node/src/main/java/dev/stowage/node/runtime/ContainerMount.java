package dev.stowage.node.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// A directory or file of the machine, or of an image, at a path in a container.
///
/// @param source empty for an image
/// @param image empty for a path of the machine
public record ContainerMount(
        Path source, String target, boolean readOnly, Propagation propagation, Optional<ImageSource> image) {

    public ContainerMount(Path source, String target, boolean readOnly, Propagation propagation) {
        this(source, target, readOnly, propagation, Optional.empty());
    }

    /// The files of an image.
    public static ContainerMount ofImage(ImageSource image, String target) {
        return new ContainerMount(Path.of(""), target, true, Propagation.NONE, Optional.of(image));
    }

    /// @param id the result of the image pull
    /// @param reference as the pod has it
    /// @param subPath the directory in the image; empty for all of it
    public record ImageSource(String id, String reference, String subPath) {}

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
