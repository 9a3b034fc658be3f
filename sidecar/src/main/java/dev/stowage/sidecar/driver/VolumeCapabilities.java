package dev.stowage.sidecar.driver;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.PersistentVolume;

/// How a volume that exists is used, in the words of CSI.
public final class VolumeCapabilities {

    private VolumeCapabilities() {}

    /// @param source the volume's own or, for one from before CSI, its translation
    /// @throws IllegalArgumentException when CSI cannot say the volume's access modes, with a sentence for the user
    public static VolumeCapability of(
            PersistentVolume volume, PersistentVolume.CsiSource source, boolean tellsWritersApart) {
        return volume.volumeMode().equals("Block")
                ? CsiVolumeCapability.block(volume.accessModes(), tellsWritersApart)
                : CsiVolumeCapability.mount(
                        source.fsType(), volume.mountOptions(), volume.accessModes(), tellsWritersApart);
    }
}
