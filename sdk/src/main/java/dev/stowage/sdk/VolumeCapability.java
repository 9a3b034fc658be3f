package dev.stowage.sdk;

import java.util.List;

/// How a volume is to be used: as what, and by how many.
public record VolumeCapability(Use use, AccessMode mode) {

    /// As a file system or as a raw device.
    public sealed interface Use {

        /// A mounted file system.
        ///
        /// @param fsType the wanted type; empty leaves the choice to the driver
        /// @param mountFlags options for the mount, in the words of mount(8)
        /// @param mountGroup the group that owns the files; empty for none
        record FileSystem(String fsType, List<String> mountFlags, String mountGroup) implements Use {

            public FileSystem {
                mountFlags = List.copyOf(mountFlags);
            }
        }

        record Block() implements Use {}
    }

    public boolean isBlock() {
        return use instanceof Use.Block;
    }
}
