package dev.stowage.node.volumemanager.operations;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import java.util.List;

/// Builds the CSI volume capability.
public final class CapabilityBuilder {

    private CapabilityBuilder() {}

    public static VolumeCapability of(DesiredVolume desired, NodeDriver driver) {
        return of(desired, driver, "");
    }

    /// @param label the SELinux label of the mount; empty for none
    static VolumeCapability of(DesiredVolume desired, NodeDriver driver, String label) {
        var capability = VolumeCapability.newBuilder();
        capability
                .getAccessModeBuilder()
                .setMode(mode(desired.volumeSource().accessModes(), driver.can(RPC.Type.SINGLE_NODE_MULTI_WRITER)));
        if (desired.block()) {
            capability.getBlockBuilder();
            return capability.build();
        }
        var mount =
                capability.getMountBuilder().setFsType(desired.volumeSource().fsType());
        switch (desired.volumeSource()) {
            case VolumeSource.Persistent from ->
                mount.addAllMountFlags(from.volume().mountOptions());
            case VolumeSource.Inline _ -> {}
        }
        if (!label.isEmpty()) {
            // Quoted, because a label may contain commas.
            mount.addMountFlags("context=\"" + label + "\"");
        }
        Long group = desired.pod().fsGroup();
        if (group != null && driver.can(RPC.Type.VOLUME_MOUNT_GROUP)) {
            mount.setVolumeMountGroup(String.valueOf(group));
        }
        return capability.build();
    }

    /// Only the first mode counts.
    static Mode mode(List<String> accessModes, boolean singleNodeMultiWriter) {
        return switch (accessModes.isEmpty() ? PersistentVolumeAccessMode.READ_WRITE_ONCE : accessModes.getFirst()) {
            case PersistentVolumeAccessMode.READ_WRITE_ONCE ->
                singleNodeMultiWriter ? Mode.SINGLE_NODE_MULTI_WRITER : Mode.SINGLE_NODE_WRITER;
            case PersistentVolumeAccessMode.READ_WRITE_ONCE_POD ->
                singleNodeMultiWriter ? Mode.SINGLE_NODE_SINGLE_WRITER : Mode.SINGLE_NODE_WRITER;
            case PersistentVolumeAccessMode.READ_ONLY_MANY -> Mode.MULTI_NODE_READER_ONLY;
            case PersistentVolumeAccessMode.READ_WRITE_MANY -> Mode.MULTI_NODE_MULTI_WRITER;
            default -> Mode.UNKNOWN;
        };
    }
}
