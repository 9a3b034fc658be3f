package dev.stowage.driver.device;

import dev.stowage.sdk.record.KillPoint;

/// Notified of the progress of a call. The durable state differs before and after each checkpoint.
@FunctionalInterface
public interface CheckpointListener {

    /// Lets tests kill the whole driver at each checkpoint.
    CheckpointListener KILLABLE = _ -> KillPoint.pass();

    CheckpointListener NONE = _ -> {};

    void reached(Checkpoint checkpoint);

    /// In the order of a volume's lifecycle.
    enum Checkpoint {
        FOLDER_MADE,
        IMAGE_MADE,
        IMAGE_FILLED,
        VOLUME_RECORDED,
        LOCKED,
        ATTACHED,
        FORMAT_INTENDED,
        FORMATTED,
        FORMAT_RECORDED,
        MOUNTED,
        TARGET_MADE,
        BOUND,
        UNBOUND,
        UNMOUNTED,
        DETACHED,
        FREEZE_INTENDED,
        FROZEN,
        CLONED,
        COPIED,
        SOURCE_RELEASED,
        THAWED,
        SNAPSHOT_RECORDED,
        METADATA_RESERVED,
        IMAGE_GROWN,
        GROWTH_RECORDED
    }
}
