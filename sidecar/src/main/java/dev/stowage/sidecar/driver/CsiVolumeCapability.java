package dev.stowage.sidecar.driver;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;

/// Translates volume modes and access modes of Kubernetes into CSI volume capabilities.
public final class CsiVolumeCapability {

    private CsiVolumeCapability() {}

    /// How an existing volume is used.
    ///
    /// @param source the volume's own or, for an in-tree volume, its translation
    /// @param multiWriter whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when CSI has no equivalent of the volume's access modes, with a text
    /// for users
    public static VolumeCapability of(PersistentVolume volume, PersistentVolume.CsiSource source, boolean multiWriter) {
        return volume.volumeMode().equals("Block")
                ? block(volume.accessModes(), multiWriter)
                : mount(source.fsType(), volume.mountOptions(), volume.accessModes(), multiWriter);
    }

    /// @param multiWriter whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when CSI has no equivalent of these modes, with a text for users
    public static VolumeCapability block(List<String> accessModes, boolean multiWriter) {
        return VolumeCapability.newBuilder()
                .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                .setAccessMode(AccessMode.newBuilder().setMode(AccessModes.of(accessModes, multiWriter)))
                .build();
    }

    /// @param multiWriter whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when CSI has no equivalent of these modes, with a text for users
    public static VolumeCapability mount(
            String fsType, List<String> mountOptions, List<String> accessModes, boolean multiWriter) {
        return VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder()
                        .setFsType(fsType)
                        .addAllMountFlags(mountOptions))
                .setAccessMode(AccessMode.newBuilder().setMode(AccessModes.of(accessModes, multiWriter)))
                .build();
    }
}
