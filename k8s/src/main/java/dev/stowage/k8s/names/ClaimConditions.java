package dev.stowage.k8s.names;

import java.util.List;

/// Types of the conditions of a claim.
public final class ClaimConditions {
    public static final String RESIZING = "Resizing";
    public static final String FILE_SYSTEM_RESIZE_PENDING = "FileSystemResizePending";
    public static final String CONTROLLER_RESIZE_ERROR = "ControllerResizeError";
    public static final String NODE_RESIZE_ERROR = "NodeResizeError";
    public static final String MODIFY_VOLUME_ERROR = "ModifyVolumeError";

    /// Those about expansion: they are removed when it is complete.
    public static final List<String> OF_EXPANSION =
            List.of(RESIZING, FILE_SYSTEM_RESIZE_PENDING, CONTROLLER_RESIZE_ERROR, NODE_RESIZE_ERROR);

    private ClaimConditions() {}
}
