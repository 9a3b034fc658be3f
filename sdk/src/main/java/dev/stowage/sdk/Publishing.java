package dev.stowage.sdk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// Putting a volume where a workload sees it: what every node plug-in does.
public interface Publishing {

    /// Publishes, or finds published. "Published" is what the kernel's mount table says, not that a directory
    /// exists. A repeat must never unmount what a running workload uses.
    void publish(Publication wanted) throws CsiException, IOException;

    /// Undoes a publication and removes its target. Succeeds when there is none.
    void unpublish(VolumeId volume, Path target) throws CsiException, IOException;

    /// The ways in which volumes may be shared. Naming one of the two modes that count writers on a node declares
    /// SINGLE_NODE_MULTI_WRITER.
    default Set<AccessMode> accessModes() {
        return Set.of(AccessMode.SINGLE_NODE_WRITER);
    }

    /// Whether volumes can be published as raw devices.
    default boolean supportsBlock() {
        return false;
    }

    /// Whether it gives the files to [VolumeCapability.Use.FileSystem#mountGroup()] itself. Declares
    /// VOLUME_MOUNT_GROUP.
    default boolean appliesMountGroup() {
        return false;
    }
}
