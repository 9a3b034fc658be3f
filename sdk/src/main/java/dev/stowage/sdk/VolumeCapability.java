package dev.stowage.sdk;

import java.util.List;

/// How a volume is used: as which type, and in which access mode.
public record VolumeCapability(Use use, AccessMode mode) {

    /// As a file system or as a raw device.
    public sealed interface Use {

        /// A mounted file system.
        ///
        /// @param fsType the requested type; empty for the driver's choice
        /// @param mountFlags mount options, as in mount(8)
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
