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

    /// Called instead of [#unpublish] when the records know of no publication at this path and nothing is mounted
    /// there: after a reboot, or when the call is repeated. A driver with volumes that exist as long as their
    /// publication removes what is left of such a volume.
    default void cleanUp(VolumeId volume, Path target) throws CsiException, IOException {}

    /// Called once, before the first call: removes what a killed process, or a reboot, left of volumes that exist as
    /// long as their publication. A failure is logged, not thrown: the driver serves all the same.
    default void recover() {}

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
