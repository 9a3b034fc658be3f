package dev.stowage.k8s.names;

/// Reasons of events that one component writes and another one, or a user's tool, reads.
public final class VolumeEventReasons {
    public static final String PROVISIONING_FAILED = "ProvisioningFailed";
    public static final String EXTERNAL_PROVISIONING = "ExternalProvisioning";
    public static final String EXTERNAL_EXPANDING = "ExternalExpanding";
    public static final String WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer";
    public static final String WAIT_FOR_POD_SCHEDULED = "WaitForPodScheduled";
    public static final String FAILED_BINDING = "FailedBinding";
    public static final String CLAIM_LOST = "ClaimLost";
    public static final String CLAIM_MISBOUND = "ClaimMisbound";
    public static final String VOLUME_MISMATCH = "VolumeMismatch";
    public static final String VOLUME_FAILED_DELETE = "VolumeFailedDelete";

    public static final String FAILED_SCHEDULING = "FailedScheduling";
    public static final String NODE_NOT_READY = "NodeNotReady";

    public static final String FAILED_ATTACH_VOLUME = "FailedAttachVolume";
    public static final String SUCCESSFUL_ATTACH_VOLUME = "SuccessfulAttachVolume";
    public static final String FAILED_MOUNT = "FailedMount";
    public static final String FAILED_MAP_VOLUME = "FailedMapVolume";
    public static final String VOLUME_PERMISSION_CHANGE_IN_PROGRESS = "VolumePermissionChangeInProgress";

    public static final String RESIZING = "Resizing";
    public static final String VOLUME_RESIZE_FAILED = "VolumeResizeFailed";
    public static final String VOLUME_RESIZE_SUCCESSFUL = "VolumeResizeSuccessful";
    public static final String FILE_SYSTEM_RESIZE_FAILED = "FileSystemResizeFailed";
    public static final String FILE_SYSTEM_RESIZE_REQUIRED = "FileSystemResizeRequired";
    public static final String VOLUME_MODIFY_FAILED = "VolumeModifyFailed";

    public static final String VOLUME_CONDITION_ABNORMAL = "VolumeConditionAbnormal";
    public static final String VOLUME_CONDITION_NORMAL = "VolumeConditionNormal";

    public static final String SNAPSHOT_CONTENT_MISSING = "SnapshotContentMissing";
    public static final String SNAPSHOT_CONTENT_OBJECT_DELETE_ERROR = "SnapshotContentObjectDeleteError";
    public static final String SNAPSHOT_DELETE_ERROR = "SnapshotDeleteError";

    private VolumeEventReasons() {}
}
