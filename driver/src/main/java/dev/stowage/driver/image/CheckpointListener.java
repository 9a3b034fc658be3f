package dev.stowage.driver.image;

import dev.stowage.sdk.record.KillPoint;

/// Where a call stands. What is durable differs before and after each of these.
@FunctionalInterface
public interface CheckpointListener {

    /// Where a test of the whole driver kills it.
    CheckpointListener KILLABLE = _ -> KillPoint.pass();

    CheckpointListener NONE = _ -> {};

    void reached(Checkpoint checkpoint);

    /// In the order of a volume's life.
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
        THAWED,
        SNAPSHOT_RECORDED,
        IMAGE_GROWN,
        GROWTH_RECORDED
    }
}
