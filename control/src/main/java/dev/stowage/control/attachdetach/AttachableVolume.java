package dev.stowage.control.attachdetach;

import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is attached.
///
/// @param title the volume's name, as events give it
/// @param exclusive whether only one node may have it at a time
/// @param inline the volume, when it stands in a pod itself; null when it is an object of its own
record AttachableVolume(
        CsiVolume volume,
        String title,
        boolean exclusive,
        @Nullable PersistentVolume inline) {
    private static final Set<String> SHARED_MODES = Set.of("ReadWriteMany", "ReadOnlyMany");

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

    /// Without any mode nobody knows, and the driver may refuse.
    private static boolean isExclusive(List<String> modes) {
        return !modes.isEmpty() && modes.stream().noneMatch(SHARED_MODES::contains);
    }
}
