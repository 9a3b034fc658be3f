package dev.stowage.control.snapshot;

import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A content with the expected name that is not the right one.
///
/// @param error for the status
/// @param text for the event on the finalizers, which cannot be set either
record ContentMismatch(SnapshotStatusError error, String text) {

    static Optional<ContentMismatch> of(String reason, String message, String text) {
        return Optional.of(new ContentMismatch(new SnapshotStatusError(true, reason, message), text));
    }

    /// Whether a content references its snapshot. A pre-provisioned one may do so without a uid, and we bind
    /// it.
    static boolean pointsBack(@Nullable ObjectReference back, KubeObject owner, boolean broughtAlong) {
        return back != null
                && back.key().equals(owner.key())
                && (back.uid().equals(owner.meta().uid())
                        || (broughtAlong && back.uid().isEmpty()));
    }
}
