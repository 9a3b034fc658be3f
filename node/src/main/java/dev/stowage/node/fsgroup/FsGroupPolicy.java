package dev.stowage.node.fsgroup;

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

    /// @param text as a CSIDriver has it; empty when there is no such object
    /// @return empty when it is none that we know
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

    /// For a pod that has a group, and a driver that does not do it itself.
    ///
    /// @param fsType empty when nobody said it
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
                        && (accessModes.contains("ReadWriteOnce") || accessModes.contains("ReadWriteOncePod"));
        };
    }

    /// For a volume that stands in the pod itself: it is the pod's alone.
    public boolean appliesInline(boolean readOnly, String fsType) {
        return applies(readOnly, fsType, List.of("ReadWriteOnce"));
    }
}
