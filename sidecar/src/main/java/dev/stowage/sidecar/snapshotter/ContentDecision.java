package dev.stowage.sidecar.snapshotter;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import org.jspecify.annotations.Nullable;

/// What a content needs next.
sealed interface ContentDecision {

    /// Nothing, until it changes.
    record Nothing(String why) implements ContentDecision {}

    /// Delete the snapshot, then the content.
    record Delete(String handle) implements ContentDecision {}

    /// The snapshot is deleted, or not ours to delete: remove the finalizer.
    record RemoveFinalizer() implements ContentDecision {}

    /// The snapshot is ready, but the content still has the annotation that it is being created.
    record ClearBeingCreated() implements ContentDecision {}

    /// Create the snapshot.
    ///
    /// @param first false when the driver was called before: the call then returns the status
    record Create(boolean first) implements ContentDecision {}

    /// Get the status of the snapshot.
    ///
    /// @param secrets which secrets the call carries
    /// @param taken whether we created it, and may repeat CreateSnapshot to get the status
    record CheckStatus(String handle, Secrets secrets, boolean taken) implements ContentDecision {}

    /// Where the secrets of a status call are configured.
    enum Secrets {
        CLASS,
        CONTENT
    }

    /// The properties of this snapshotter.
    ///
    /// @param driver the driver's name
    /// @param node the only node that we serve; empty for all
    /// @param canCheckStatus whether the driver can list or get a snapshot
    record Scope(String driver, String node, boolean canCheckStatus) {}

    /// @param named the content's class; null when it has none, or the class does not exist
    static ContentDecision of(VolumeSnapshotContent content, @Nullable VolumeSnapshotClass named, Scope we) {
        if (content.volumeHandle().isEmpty() && content.snapshotHandle().isEmpty()) {
            return new Nothing("it has no source");
        }
        if (!content.driver().equals(we.driver())
                || (named != null && !named.driver().equals(we.driver()))) {
            return new Nothing("it belongs to another driver");
        }
        if (!we.node().isEmpty() && !we.node().equals(content.meta().labels().get(SnapshotMetadataKeys.MANAGED_BY))) {
            return new Nothing("it belongs to another node");
        }
        boolean existing = !content.snapshotHandle().isEmpty();
        if (SnapshotAnnotations.SNAPSHOT.isDeletable(content, existing, isBound(content))) {
            return end(content);
        }
        return isReady(content) ? settle(content) : begin(content, existing, we);
    }

    private static ContentDecision end(VolumeSnapshotContent content) {
        String handle = handle(content);
        if (content.deletionPolicy().equals("Delete") && !handle.isEmpty() && !isInGroup(content)) {
            return new Delete(handle);
        }
        return content.meta().hasFinalizer(SnapshotAnnotations.SNAPSHOT.finalizer())
                ? new RemoveFinalizer()
                : new Nothing("others hold it");
    }

    private static ContentDecision settle(VolumeSnapshotContent content) {
        return SnapshotAnnotations.SNAPSHOT.isBeingCreated(content)
                ? new ClearBeingCreated()
                : new Nothing("it is ready");
    }

    private static ContentDecision begin(VolumeSnapshotContent content, boolean existing, Scope we) {
        String handle = handle(content);
        if (isInGroup(content) && !existing) {
            return handle.isEmpty() || groupHandle(content).isEmpty()
                    ? new Nothing("its group will tell")
                    : new CheckStatus(handle, Secrets.CONTENT, false);
        }
        if (existing) {
            Secrets secrets = groupHandle(content).isEmpty() ? Secrets.CLASS : Secrets.CONTENT;
            return new CheckStatus(handle.isEmpty() ? content.snapshotHandle() : handle, secrets, false);
        }
        // A call with an uncertain result must be repeated, regardless of the status.
        if (handle.isEmpty() || SnapshotAnnotations.SNAPSHOT.isBeingCreated(content) || !we.canCheckStatus()) {
            return new Create(content.status() == null);
        }
        return new CheckStatus(handle, Secrets.CLASS, true);
    }

    static boolean isInGroup(VolumeSnapshotContent content) {
        return content.meta().annotations().containsKey(SnapshotMetadataKeys.VOLUME_GROUP_SNAPSHOT_HANDLE)
                || !groupHandle(content).isEmpty();
    }

    private static String handle(VolumeSnapshotContent content) {
        return content.status() == null ? "" : content.status().handle();
    }

    private static String groupHandle(VolumeSnapshotContent content) {
        return content.status() == null ? "" : content.status().groupHandle();
    }

    private static boolean isBound(VolumeSnapshotContent content) {
        return content.snapshot() != null && !content.snapshot().uid().isEmpty();
    }

    static boolean isReady(VolumeSnapshotContent content) {
        return content.status() != null && Boolean.TRUE.equals(content.status().ready());
    }
}
