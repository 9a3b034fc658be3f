package dev.stowage.testkit;

/// All capabilities that a driver can declare, with the specification's numbers. Unknown numbers are newer than
/// the suite and ignored.
enum CsiCapability {
    CONTROLLER_SERVICE(Declarer.PLUGIN, 1),
    VOLUME_ACCESSIBILITY_CONSTRAINTS(Declarer.PLUGIN, 2),
    GROUP_CONTROLLER_SERVICE(Declarer.PLUGIN, 3),
    SNAPSHOT_METADATA_SERVICE(Declarer.PLUGIN, 4),
    SNAPSHOT_ACCESSIBILITY_CONSTRAINTS(Declarer.PLUGIN, 5),

    ONLINE_EXPANSION(Declarer.EXPANSION, 1),
    OFFLINE_EXPANSION(Declarer.EXPANSION, 2),

    CREATE_DELETE_VOLUME(Declarer.CONTROLLER, 1),
    PUBLISH_UNPUBLISH_VOLUME(Declarer.CONTROLLER, 2),
    LIST_VOLUMES(Declarer.CONTROLLER, 3),
    GET_CAPACITY(Declarer.CONTROLLER, 4),
    CREATE_DELETE_SNAPSHOT(Declarer.CONTROLLER, 5),
    LIST_SNAPSHOTS(Declarer.CONTROLLER, 6),
    CLONE_VOLUME(Declarer.CONTROLLER, 7),
    PUBLISH_READONLY(Declarer.CONTROLLER, 8),
    EXPAND_VOLUME(Declarer.CONTROLLER, 9),
    LIST_VOLUMES_PUBLISHED_NODES(Declarer.CONTROLLER, 10),
    VOLUME_CONDITION(Declarer.CONTROLLER, 11),
    GET_VOLUME(Declarer.CONTROLLER, 12),
    SINGLE_NODE_MULTI_WRITER(Declarer.CONTROLLER, 13),
    MODIFY_VOLUME(Declarer.CONTROLLER, 14),
    GET_SNAPSHOT(Declarer.CONTROLLER, 15),
    GET_VOLUME_HEALTH(Declarer.CONTROLLER, 16),
    LIST_VOLUME_HEALTH(Declarer.CONTROLLER, 17),

    CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT(Declarer.GROUP, 1),

    STAGE_UNSTAGE_VOLUME(Declarer.NODE, 1),
    GET_VOLUME_STATS(Declarer.NODE, 2),
    NODE_EXPAND_VOLUME(Declarer.NODE, 3),
    NODE_VOLUME_CONDITION(Declarer.NODE, 4),
    NODE_SINGLE_NODE_MULTI_WRITER(Declarer.NODE, 5),
    VOLUME_MOUNT_GROUP(Declarer.NODE, 6),
    NODE_GET_VOLUME_HEALTH(Declarer.NODE, 7),
    GET_STORAGE_HEALTH(Declarer.NODE, 8);

    /// The service that declares the capability.
    enum Declarer {
        PLUGIN,
        EXPANSION,
        CONTROLLER,
        GROUP,
        NODE
    }

    private final Declarer declarer;
    private final int number;

    CsiCapability(Declarer declarer, int number) {
        this.declarer = declarer;
        this.number = number;
    }

    boolean is(Declarer by, int numbered) {
        return declarer == by && number == numbered;
    }
}
