package dev.stowage.node.podvolumes;

import java.nio.file.Path;
import java.util.Optional;

/// A volume of a pod on this machine.
///
/// @param path the directory or, for a raw block volume, the device or a link to it; empty for an image, which the
///     container runtime mounts
/// @param readOnly whether containers get it read-only, whatever their mounts say
/// @param block whether it is a raw block device
/// @param image the image, once it is pulled; empty for other volumes
public record HostVolume(String name, Path path, boolean readOnly, boolean block, Optional<String> image) {

    public HostVolume(String name, Path path, boolean readOnly, boolean block) {
        this(name, path, readOnly, block, Optional.empty());
    }

    /// An image that is not pulled yet.
    public static HostVolume ofImage(String name) {
        return new HostVolume(name, Path.of(""), true, false);
    }

    /// @param id the result of the image pull
    public HostVolume pulled(String id) {
        return new HostVolume(name, path, readOnly, block, Optional.of(id));
    }
}
