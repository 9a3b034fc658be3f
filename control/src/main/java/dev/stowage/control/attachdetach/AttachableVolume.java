package dev.stowage.control.attachdetach;

import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A volume that can be attached.
///
/// @param title the name of the volume in events
/// @param exclusive whether only one node may have it at a time
/// @param inline the volume, when it is defined in the pod itself; null when it is a PersistentVolume
record AttachableVolume(
        CsiVolume volume,
        String title,
        boolean exclusive,
        @Nullable PersistentVolume inline) {
    private static final Set<String> SHARED_MODES =
            Set.of(PersistentVolumeAccessMode.READ_WRITE_MANY, PersistentVolumeAccessMode.READ_ONLY_MANY);

    /// Empty for a volume that has no CSI source.
    static Optional<AttachableVolume> of(PersistentVolume volume, boolean inline) {
        PersistentVolume.CsiSource csi = volume.csi();
        return csi == null
                ? Optional.empty()
                : Optional.of(new AttachableVolume(
                        new CsiVolume(csi.driver(), csi.handle()),
                        volume.meta().name(),
                        isExclusive(volume.accessModes()),
                        inline ? volume : null));
    }

    /// Without access modes the answer is unknown; the driver may refuse.
    private static boolean isExclusive(List<String> modes) {
        return !modes.isEmpty() && modes.stream().noneMatch(SHARED_MODES::contains);
    }
}
