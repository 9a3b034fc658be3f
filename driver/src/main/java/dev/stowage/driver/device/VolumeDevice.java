package dev.stowage.driver.device;

import java.nio.file.Path;

/// The block device of a volume on this node.
///
/// @param node its node in `/dev`, under the name that the kernel gave it
/// @param readOnly whether it was attached for reading only
public record VolumeDevice(Path node, int major, int minor, boolean readOnly) {

    /// What the kernel says about it.
    public Path sysfs() {
        return Path.of("/sys/dev/block/" + major + ":" + minor);
    }
}
