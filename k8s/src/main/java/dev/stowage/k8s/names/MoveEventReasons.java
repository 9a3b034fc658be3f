package dev.stowage.k8s.names;

/// Reasons of events about volumes that move to another node or have a standby there, on VolumeMoves,
/// VolumeStandbys and claims.
public final class MoveEventReasons {
    public static final String MOVE_STARTED = "MoveStarted";
    public static final String COPIED = "Copied";
    public static final String SOURCE_FENCED = "SourceFenced";

    /// A pod must end and cannot be evicted yet.
    public static final String WAITING_FOR_POD = "WaitingForPod";

    /// On the claim, before its volume is deleted and created again. The claim is `Lost` in between.
    public static final String SWITCHING_VOLUME = "SwitchingVolume";

    public static final String VOLUME_SWITCHED = "VolumeSwitched";
    public static final String VOLUME_CONFLICT = "VolumeConflict";
    public static final String MOVE_SUCCEEDED = "MoveSucceeded";
    public static final String MOVE_FAILED = "MoveFailed";
    public static final String MOVE_CANCELLED = "MoveCancelled";

    /// On a VolumeStandby and its claim.
    public static final String STANDBY_READY = "StandbyReady";

    public static final String PROMOTION_REFUSED = "PromotionRefused";
    public static final String PROMOTING = "Promoting";
    public static final String PROMOTED = "Promoted";

    /// The copy on the lost node is a snapshot now.
    public static final String OLD_COPY_KEPT = "OldCopyKept";

    private MoveEventReasons() {}
}
