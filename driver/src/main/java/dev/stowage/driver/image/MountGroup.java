package dev.stowage.driver.image;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.GroupOwnership;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;

/// A group that shall be able to read and write all files of a volume.
record MountGroup(int gid) {

    static MountGroup of(String text) throws CsiException {
        try {
            int gid = Integer.parseInt(text);
            if (gid >= 0) {
                return new MountGroup(gid);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw CsiException.invalid("volume_mount_group \"" + text + "\" is not the number of a group");
    }

    void own(Path root) throws IOException {
        try (Descriptor opened = Descriptor.openDirectory(root)) {
            GroupOwnership.give(opened, gid);
        }
    }
}
