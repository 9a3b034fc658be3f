package dev.stowage.control.snapshot;

import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A content that was found under the expected name and is not the right one.
///
/// @param error for the status
/// @param text for the event on the protections, which cannot be set either
record ContentMismatch(SnapshotStatusError error, String text) {

    static Optional<ContentMismatch> of(String reason, String message, String text) {
        return Optional.of(new ContentMismatch(new SnapshotStatusError(true, reason, message), text));
    }

    /// Whether a content points back to what it belongs to. One that was brought along may do so without a uid, to be
    /// bound by us.
    static boolean pointsBack(@Nullable ObjectReference back, KubeObject owner, boolean broughtAlong) {
        return back != null
                && back.key().equals(owner.key())
                && (back.uid().equals(owner.meta().uid())
                        || (broughtAlong && back.uid().isEmpty()));
    }
}
