package dev.stowage.control.attachdetach;

import dev.stowage.kube.model.VolumeAttachment;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is remembered about a volume on a node between two runs. Losing it in a restart costs time and
/// repeats events, nothing more.
///
/// @param uid the attachment that this is about; empty when there is none
/// @param unwantedSince when it was first observed that no pod needs it there; null while a pod does
/// @param reportedBlocked whether the pods have the event that the volume is attached elsewhere
/// @param reportedFailure the last failure in an event on the pods; empty for none
/// @param reportedSlowAt time of the last event that the attachment takes long; null for none
record VolumeNodeMemory(
        String uid,
        DetachPhase detachPhase,
        @Nullable Instant unwantedSince,
        boolean reportedBlocked,
        String reportedFailure,
        @Nullable Instant reportedSlowAt) {
    static final VolumeNodeMemory NOTHING = new VolumeNodeMemory("", DetachPhase.NONE, null, false, "", null);

    /// The part that still holds when the attachment may have been replaced.
    VolumeNodeMemory about(@Nullable VolumeAttachment attachment) {
        String now = attachment == null ? "" : attachment.meta().uid();
        return now.equals(uid)
                ? this
                : new VolumeNodeMemory(now, DetachPhase.NONE, unwantedSince, reportedBlocked, "", null);
    }

    VolumeNodeMemory unwanted(Instant since) {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince == null ? since : unwantedSince, false, "", null);
    }

    VolumeNodeMemory wanted() {
        return new VolumeNodeMemory(uid, detachPhase, null, reportedBlocked, reportedFailure, reportedSlowAt);
    }

    VolumeNodeMemory with(DetachPhase next) {
        return new VolumeNodeMemory(uid, next, unwantedSince, reportedBlocked, reportedFailure, reportedSlowAt);
    }

    VolumeNodeMemory blocked() {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince, true, reportedFailure, reportedSlowAt);
    }

    VolumeNodeMemory withReportedFailure(String failure) {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince, reportedBlocked, failure, reportedSlowAt);
    }

    VolumeNodeMemory withReportedSlowAt(Instant when) {
        return new VolumeNodeMemory(uid, detachPhase, unwantedSince, reportedBlocked, reportedFailure, when);
    }

    VolumeNodeMemory well() {
        return new VolumeNodeMemory(uid, detachPhase, null, false, "", null);
    }
}
