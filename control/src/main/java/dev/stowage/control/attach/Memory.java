package dev.stowage.control.attach;

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
record Memory(
        String uid,
        Handover handover,
        @Nullable Instant unwantedSince,
        boolean toldBlocked,
        String told,
        @Nullable Instant toldAt) {
    static final Memory NOTHING = new Memory("", Handover.NONE, null, false, "", null);

    /// What of this still holds for an attachment that may be another than before.
    Memory about(@Nullable VolumeAttachment attachment) {
        String now = attachment == null ? "" : attachment.meta().uid();
        return now.equals(uid) ? this : new Memory(now, Handover.NONE, unwantedSince, toldBlocked, "", null);
    }

    Memory unwanted(Instant since) {
        return new Memory(uid, handover, unwantedSince == null ? since : unwantedSince, false, "", null);
    }

    Memory wanted() {
        return new Memory(uid, handover, null, toldBlocked, told, toldAt);
    }

    Memory with(Handover next) {
        return new Memory(uid, next, unwantedSince, toldBlocked, told, toldAt);
    }

    Memory blocked() {
        return new Memory(uid, handover, unwantedSince, true, told, toldAt);
    }

    Memory told(String trouble) {
        return new Memory(uid, handover, unwantedSince, toldBlocked, trouble, toldAt);
    }

    Memory toldLong(Instant when) {
        return new Memory(uid, handover, unwantedSince, toldBlocked, told, when);
    }

    Memory well() {
        return new Memory(uid, handover, null, false, "", null);
    }
}
