package dev.stowage.control.attachdetach;

import dev.stowage.kube.model.VolumeAttachment;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is remembered about a volume on a node between two looks. Losing it, in a restart, costs time and repeats
/// events, nothing more.
///
/// @param uid the attachment that this is about; empty when there is none
/// @param unwantedSince when it was first seen that nobody wants it there; null while somebody does
/// @param toldBlocked whether the pods have been told that the volume is attached elsewhere
/// @param told the trouble that the pods were last told; empty for none
/// @param toldAt when they were last told that it takes long; null for never
record VolumeNodeMemory(
        String uid,
        DetachPhase detachPhase,
        @Nullable Instant unwantedSince,
        boolean toldBlocked,
        String told,
        @Nullable Instant toldAt) {
    static final VolumeNodeMemory NOTHING = new VolumeNodeMemory("", DetachPhase.NONE, null, false, "", null);

    /// What of this still holds for an attachment that may be another than before.
    VolumeNodeMemory about(@Nullable VolumeAttachment attachment) {
        String now = attachment == null ? "" : attachment.meta().uid();
        return now.equals(uid)
                ? this
                : new VolumeNodeMemory(now, DetachPhase.NONE, unwantedSince, toldBlocked, "", null);
    }

    VolumeNodeMemory unwanted(Instant since) {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince == null ? since : unwantedSince, false, "", null);
    }

    VolumeNodeMemory wanted() {
        return new VolumeNodeMemory(uid, detachPhase, null, toldBlocked, told, toldAt);
    }

    VolumeNodeMemory with(DetachPhase next) {
        return new VolumeNodeMemory(uid, next, unwantedSince, toldBlocked, told, toldAt);
    }

    VolumeNodeMemory blocked() {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince, true, told, toldAt);
    }

    VolumeNodeMemory told(String trouble) {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince, toldBlocked, trouble, toldAt);
    }

    VolumeNodeMemory toldLong(Instant when) {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince, toldBlocked, told, when);
    }

    VolumeNodeMemory well() {
        return new VolumeNodeMemory(uid, detachPhase, null, false, "", null);
    }
}
