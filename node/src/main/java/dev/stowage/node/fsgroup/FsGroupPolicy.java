package dev.stowage.node.fsgroup;

import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import java.util.List;
import java.util.Optional;

/// When the node changes the ownership of a CSI volume.
public enum FsGroupPolicy {
    NONE("None"),
    FILE("File"),
    READ_WRITE_ONCE_WITH_FS_TYPE("ReadWriteOnceWithFSType");

    private final String text;

    FsGroupPolicy(String text) {
        this.text = text;
    }

    /// @param text the policy of a CSIDriver; empty when there is no such object
    /// @return empty for an unknown policy
    public static Optional<FsGroupPolicy> of(String text) {
        if (text.isEmpty()) {
            return Optional.of(READ_WRITE_ONCE_WITH_FS_TYPE);
        }
        for (FsGroupPolicy policy : values()) {
            if (policy.text.equals(text)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }

    /// For a pod with an fsGroup, and a driver that does not apply it itself.
    ///
    /// @param fsType empty when it is not set
    /// @param accessModes those of the persistent volume
    public boolean applies(boolean readOnly, String fsType, List<String> accessModes) {
        if (readOnly) {
            return false;
        }
        return switch (this) {
            case NONE -> false;
            case FILE -> true;
            case READ_WRITE_ONCE_WITH_FS_TYPE ->
                !fsType.isEmpty()
                        && (accessModes.contains(PersistentVolumeAccessMode.READ_WRITE_ONCE)
                                || accessModes.contains(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD));
        };
    }

    /// For an inline volume, which belongs to one pod only.
    public boolean appliesInline(boolean readOnly, String fsType) {
        return applies(readOnly, fsType, List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE));
    }
}
