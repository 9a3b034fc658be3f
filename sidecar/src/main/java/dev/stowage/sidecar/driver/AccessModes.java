package dev.stowage.sidecar.driver;

import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What Kubernetes calls access modes, in the words of CSI. Kubernetes writes a list; CSI takes one.
public final class AccessModes {

    private AccessModes() {}

    /// @param modes as in a claim or a volume
    /// @param tellsWritersApart whether the driver has SINGLE_NODE_MULTI_WRITER
    /// @throws IllegalArgumentException when there is no word for it; the message can be shown
    public static AccessMode.Mode of(List<String> modes, boolean tellsWritersApart) {
        Set<String> all = new HashSet<>(modes);
        if (all.contains("ReadWriteOncePod")) {
            if (all.size() > 1) {
                throw new IllegalArgumentException("Kubernetes does not support use of ReadWriteOncePod with other "
                        + "access modes on the same PersistentVolume");
            }
            return tellsWritersApart ? AccessMode.Mode.SINGLE_NODE_SINGLE_WRITER : AccessMode.Mode.SINGLE_NODE_WRITER;
        }
        if (all.contains("ReadWriteMany")) {
            return AccessMode.Mode.MULTI_NODE_MULTI_WRITER;
        }
        boolean once = all.contains("ReadWriteOnce");
        if (all.contains("ReadOnlyMany")) {
            if (once) {
                throw new IllegalArgumentException(
                        "CSI does not support ReadOnlyMany and ReadWriteOnce on the same PersistentVolume");
            }
            return AccessMode.Mode.MULTI_NODE_READER_ONLY;
        }
        if (once) {
            return tellsWritersApart ? AccessMode.Mode.SINGLE_NODE_MULTI_WRITER : AccessMode.Mode.SINGLE_NODE_WRITER;
        }
        throw new IllegalArgumentException("unsupported AccessMode combination: " + modes);
    }
}
