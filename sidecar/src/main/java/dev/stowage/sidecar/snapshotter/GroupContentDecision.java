package dev.stowage.sidecar.snapshotter;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;
import dev.stowage.sidecar.snapshotter.ContentDecision.ClearBeingCreated;
import dev.stowage.sidecar.snapshotter.ContentDecision.Create;
import dev.stowage.sidecar.snapshotter.ContentDecision.Delete;
import dev.stowage.sidecar.snapshotter.ContentDecision.Nothing;
import dev.stowage.sidecar.snapshotter.ContentDecision.RemoveFinalizer;
import dev.stowage.sidecar.snapshotter.ContentDecision.Scope;
import dev.stowage.sidecar.snapshotter.ContentDecision.Secrets;
import org.jspecify.annotations.Nullable;

/// What the content of a group snapshot needs next.
final class GroupContentDecision {

    private GroupContentDecision() {}

    /// @param named the content's class; null when it has none, or the class does not exist
    static ContentDecision of(VolumeGroupSnapshotContent content, @Nullable VolumeSnapshotClass named, Scope we) {
        boolean existing = !content.groupHandle().isEmpty();
        if (content.volumeHandles().isEmpty() && !existing) {
            return new Nothing("it has no source");
        }
        if (!content.driver().equals(we.driver())
                || (named != null && !named.driver().equals(we.driver()))) {
            return new Nothing("it belongs to another driver");
        }
        if (!we.node().isEmpty() && !we.node().equals(content.meta().labels().get(SnapshotMetadataKeys.MANAGED_BY))) {
            return new Nothing("it belongs to another node");
        }
        if (SnapshotAnnotations.GROUP.isDeletable(content, existing, isBound(content))) {
            return end(content);
        }
        if (content.status() != null && Boolean.TRUE.equals(content.status().ready())) {
            return SnapshotAnnotations.GROUP.isBeingCreated(content)
                    ? new ClearBeingCreated()
                    : new Nothing("it is ready");
        }
        String handle = handle(content);
        if (existing) {
            return new CheckStatus(handle.isEmpty() ? content.groupHandle() : handle, Secrets.CLASS, false);
        }
        // A call with an uncertain result must be repeated, regardless of the status.
        if (handle.isEmpty() || SnapshotAnnotations.GROUP.isBeingCreated(content) || !we.canCheckStatus()) {
            return new Create(content.status() == null);
        }
        return new CheckStatus(handle, Secrets.CLASS, true);
    }

    private static ContentDecision end(VolumeGroupSnapshotContent content) {
        String handle = handle(content);
        if (content.deletionPolicy().equals("Delete") && !handle.isEmpty()) {
            return new Delete(handle);
        }
        return content.meta().hasFinalizer(SnapshotAnnotations.GROUP.finalizer())
                ? new RemoveFinalizer()
                : new Nothing("others hold it");
    }

    private static String handle(VolumeGroupSnapshotContent content) {
        return content.status() == null ? "" : content.status().handle();
    }

    private static boolean isBound(VolumeGroupSnapshotContent content) {
        return content.groupSnapshot() != null && !content.groupSnapshot().uid().isEmpty();
    }
}
