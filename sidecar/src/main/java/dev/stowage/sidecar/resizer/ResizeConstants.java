package dev.stowage.sidecar.resizer;

import java.util.List;

/// The names that users, the kubelet and the binder know.
final class ResizeConstants {
    static final String PRE_RESIZE_CAPACITY = "volume.alpha.kubernetes.io/pre-resize-capacity";
    static final String NODE_EXPANSION_NOT_REQUIRED = "volume.kubernetes.io/node-expansion-not-required";
    /// Says, on the claim of a volume from before CSI, who resizes it.
    static final String STORAGE_RESIZER = "volume.kubernetes.io/storage-resizer";

    static final String RESIZING = "Resizing";
    static final String FILE_SYSTEM_RESIZE_PENDING = "FileSystemResizePending";
    static final String CONTROLLER_RESIZE_ERROR = "ControllerResizeError";
    static final String NODE_RESIZE_ERROR = "NodeResizeError";
    static final List<String> CONDITIONS =
            List.of(RESIZING, FILE_SYSTEM_RESIZE_PENDING, CONTROLLER_RESIZE_ERROR, NODE_RESIZE_ERROR);

    static final String EVENT_RESIZING = "Resizing";
    static final String EVENT_FAILED = "VolumeResizeFailed";
    static final String EVENT_SUCCESSFUL = "VolumeResizeSuccessful";
    static final String EVENT_FILE_SYSTEM = "FileSystemResizeRequired";

    private ResizeConstants() {}
}
