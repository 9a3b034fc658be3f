package dev.stowage.sidecar.driver;

import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Translates access modes of Kubernetes to CSI. Kubernetes has a list; CSI takes one.
public final class AccessModes {

    private AccessModes() {}

    /// @param modes as in a claim or a volume
    /// @param multiWriter whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when CSI has no equivalent, with a text for users
    public static AccessMode.Mode of(List<String> modes, boolean multiWriter) {
        Set<String> all = new HashSet<>(modes);
        if (all.contains(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD)) {
            if (all.size() > 1) {
                throw new IllegalArgumentException("Kubernetes does not support use of ReadWriteOncePod with other "
                        + "access modes on the same PersistentVolume");
            }
            return multiWriter ? AccessMode.Mode.SINGLE_NODE_SINGLE_WRITER : AccessMode.Mode.SINGLE_NODE_WRITER;
        }
        if (all.contains(PersistentVolumeAccessMode.READ_WRITE_MANY)) {
            return AccessMode.Mode.MULTI_NODE_MULTI_WRITER;
        }
        boolean once = all.contains(PersistentVolumeAccessMode.READ_WRITE_ONCE);
        if (all.contains(PersistentVolumeAccessMode.READ_ONLY_MANY)) {
            if (once) {
                throw new IllegalArgumentException(
                        "CSI does not support ReadOnlyMany and ReadWriteOnce on the same PersistentVolume");
            }
            return AccessMode.Mode.MULTI_NODE_READER_ONLY;
        }
        if (once) {
            return multiWriter ? AccessMode.Mode.SINGLE_NODE_MULTI_WRITER : AccessMode.Mode.SINGLE_NODE_WRITER;
        }
        throw new IllegalArgumentException("unsupported AccessMode combination: " + modes);
    }
}
