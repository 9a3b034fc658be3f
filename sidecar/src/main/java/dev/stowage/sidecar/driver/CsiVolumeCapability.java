package dev.stowage.sidecar.driver;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import java.util.List;

/// How Kubernetes' words for the use of a volume read in CSI.
public final class CsiVolumeCapability {

    private CsiVolumeCapability() {}

    /// @param tellsWritersApart whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when CSI cannot say these modes, with a sentence for the user
    public static VolumeCapability block(List<String> accessModes, boolean tellsWritersApart) {
        return VolumeCapability.newBuilder()
                .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                .setAccessMode(AccessMode.newBuilder().setMode(AccessModes.of(accessModes, tellsWritersApart)))
                .build();
    }

    /// @param tellsWritersApart whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when CSI cannot say these modes, with a sentence for the user
    public static VolumeCapability mount(
            String fsType, List<String> mountOptions, List<String> accessModes, boolean tellsWritersApart) {
        return VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder()
                        .setFsType(fsType)
                        .addAllMountFlags(mountOptions))
                .setAccessMode(AccessMode.newBuilder().setMode(AccessModes.of(accessModes, tellsWritersApart)))
                .build();
    }
}
