package dev.stowage.testkit;

/// Each flaw breaks the reference driver in one place, and names the rule that must fail.
enum DriverFlaw {
    NONE(""),
    NAME_WITH_SPACES("GetPluginInfo: the name is a domain name"),
    CAPABILITY_TWICE("ControllerGetCapabilities: every entry has a type, once"),
    LIST_HEALTH_WITHOUT_GET("LIST_VOLUME_HEALTH comes with GET_VOLUME_HEALTH"),
    EMPTY_MESSAGE("CreateVolume: without a name"),
    STATUS_DETAILS("CreateVolume: without a name"),
    DECLARED_BUT_UNIMPLEMENTED("GetCapacity: values"),
    UNDECLARED_BUT_ANSWERED("GetCapacity: not declared → UNIMPLEMENTED"),
    NAMELESS_VOLUMES("CreateVolume: without a name → INVALID_ARGUMENT"),
    SECOND_CREATE_NEW_ID("CreateVolume, again: the same request returns the same volume"),
    SIZE_CONFLICT_IGNORED("CreateVolume, again: same name, larger size → ALREADY_EXISTS"),
    COMPATIBLE_RANGE_REFUSED("CreateVolume, again: the same name with a range that the volume satisfies"),
    LIMIT_IGNORED("CreateVolume, capacity: a limit below what is required"),
    UNICODE_REFUSED("CreateVolume: a name in any script is accepted"),
    TOPOLOGY_IGNORED("CreateVolume, topology: a topology that does not exist"),
    NO_SOURCE_NAMED("CreateVolume from a snapshot: the new volume has its own id and names its source"),
    MISSING_SOURCE_ACCEPTED("CreateVolume from a volume: a source that does not exist"),
    DELETE_MISSING_NOT_FOUND("DeleteVolume: a volume that does not exist → OK"),
    DELETE_DOES_NOTHING("DeleteVolume: a deleted volume does not exist"),
    ATTACHED_DELETABLE("DeleteVolume: an attached volume → FAILED_PRECONDITION"),
    IDS_AS_PATHS("ValidateVolumeCapabilities: ids similar to an existing one"),
    CRASHES_ON_NUL("DeleteVolume: hostile ids"),
    CONFIRMS_NOTHING("ValidateVolumeCapabilities: the capabilities of the volume are confirmed"),
    BAD_TOKEN_ACCEPTED("ListVolumes: a token that was never issued → ABORTED"),
    MAX_ENTRIES_IGNORED("ListVolumes: max_entries is respected"),
    PAGES_OVERLAP("ListVolumes: the pages together are the whole list"),
    NODES_NOT_LISTED("ListVolumes: an attached volume names its node"),
    CONDITION_MISSING("Volume condition of CSI 1.12: every entry of ListVolumes"),
    HEALTH_OF_UNKNOWN("ControllerGetVolumeHealth: a volume that does not exist → NOT_FOUND"),
    HEALTH_TWICE("ControllerListVolumeHealth: entries are well-formed"),
    UNKNOWN_NODE_ACCEPTED("ControllerPublishVolume: a node that does not exist → NOT_FOUND"),
    DETACH_TWICE_FAILS("ControllerUnpublishVolume: twice → OK"),
    SHRINKS("ControllerExpandVolume: a smaller size never shrinks the volume"),
    MODIFIES_ANYTHING("ControllerModifyVolume: a parameter that the driver does not know"),
    SNAPSHOT_NEW_EACH_TIME("CreateSnapshot: the same request returns the same snapshot"),
    SNAPSHOT_CONFLICT_IGNORED("CreateSnapshot: same name, other source → ALREADY_EXISTS"),
    SNAPSHOT_PLACE_UNDECLARED("CreateSnapshot: only a driver with SNAPSHOT_ACCESSIBILITY_CONSTRAINTS says where"),
    SNAPSHOT_FILTER_IGNORED("ListSnapshots: by source"),
    GROUP_MISMATCH_ACCEPTED("GetVolumeGroupSnapshot: members that are not the group's → INVALID_ARGUMENT"),
    GROUP_MEMBER_DELETABLE("DeleteVolumeGroupSnapshot: a member that names its group cannot be deleted alone"),
    METADATA_OVERLAPS("GetMetadataAllocated: ranges ascend"),
    METADATA_OFFSET_IGNORED("GetMetadataAllocated: started in the middle"),
    METADATA_NEGATIVE_OFFSET("GetMetadataDelta: a negative offset → OUT_OF_RANGE"),
    METADATA_MAX_IGNORED("GetMetadataDelta: max_results is respected"),
    NODE_WITHOUT_ID("NodeGetInfo: the node has an id"),
    STAGE_TWICE_FAILS("NodeStageVolume: twice → OK"),
    STAGING_OPTIONAL("NodePublishVolume: without a staging path"),
    PUBLISH_TWICE_FAILS("NodePublishVolume: twice → OK"),
    READONLY_CONFLICT_IGNORED("NodePublishVolume: same target, read-only instead → ALREADY_EXISTS"),
    ONE_WRITER_NOT_KEPT("NodePublishVolume: a second target for SINGLE_NODE_SINGLE_WRITER"),
    UNPUBLISH_UNKNOWN_FAILS("NodeUnpublishVolume: a volume that is not published there → OK"),
    STATS_DO_NOT_FIT("NodeGetVolumeStats: values"),
    STATS_OF_ANY_PATH("NodeGetVolumeStats: a path where the volume is not"),
    NODE_EXPANDS_ANYTHING("NodeExpandVolume: a volume that does not exist → NOT_FOUND"),
    RACE_MAKES_TWO("CreateVolume of one name by 16 clients creates one volume"),
    FORGETS_WHEN_RESTARTED("After a restart: a volume is still there"),
    LEAKS("nothing is left behind by the rules"),

    NOT_MOUNTED("Published volume: the target is a mount point", true),
    READONLY_WRITABLE("Published volume: published read-only, it cannot be written", true),
    TARGET_LEFT("NodeUnpublishVolume: unpublished, the target is removed", true),
    COPY_IS_EMPTY("CreateVolume from a volume: the data is what the source had", true),
    METADATA_FORGETS_WRITES("GetMetadataDelta: what was written in between is in it", true);

    private final String noticedBy;
    private final boolean real;

    DriverFlaw(String noticedBy) {
        this(noticedBy, false);
    }

    DriverFlaw(String noticedBy, boolean real) {
        this.noticedBy = noticedBy;
        this.real = real;
    }

    String noticedBy() {
        return noticedBy;
    }

    /// Only visible in the mount table.
    boolean real() {
        return real;
    }
}
