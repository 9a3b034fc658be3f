package dev.stowage.sidecar.snapshotter;

import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import org.jspecify.annotations.Nullable;

/// What a content needs next.
sealed interface ContentDecision {

    /// Nothing, until it changes.
    record Nothing(String why) implements ContentDecision {}

    /// The snapshot goes; the content follows.
    record Delete(String handle) implements ContentDecision {}

    /// The snapshot is gone, or not ours to delete: nothing holds the content any more.
    record RemoveFinalizer() implements ContentDecision {}

    /// The snapshot is ready, but the content still says that it is being taken.
    record ClearBeingCreated() implements ContentDecision {}

    /// Take the snapshot.
    ///
    /// @param first false when the driver was asked before: it then tells how far it is
    record Create(boolean first) implements ContentDecision {}

    /// Ask the driver how far the snapshot is.
    ///
    /// @param secrets whose secrets the question carries
    /// @param taken whether we took it ourselves, and may ask by taking it once more
    record CheckStatus(String handle, Secrets secrets, boolean taken) implements ContentDecision {}

    /// Where the secrets of a question are written down.
    enum Secrets {
        CLASS,
        CONTENT
    }

    /// Who decides.
    ///
    /// @param driver our driver's name
    /// @param node the node that we look after; empty for all of them
    /// @param canCheckStatus whether the driver tells about a snapshot without taking it
    record Scope(String driver, String node, boolean canCheckStatus) {}

    /// @param named the content's class; null when it has none, or there is no such class
    static ContentDecision of(VolumeSnapshotContent content, @Nullable VolumeSnapshotClass named, Scope we) {
        if (content.volumeHandle().isEmpty() && content.snapshotHandle().isEmpty()) {
            return new Nothing("it has no source");
        }
        if (!content.driver().equals(we.driver())
                || (named != null && !named.driver().equals(we.driver()))) {
            return new Nothing("it belongs to another driver");
        }
        if (!we.node().isEmpty() && !we.node().equals(content.meta().labels().get(SnapshotAnnotations.MANAGED_BY))) {
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
        // A call without an answer has to be repeated, whatever the status says.
        if (handle.isEmpty() || SnapshotAnnotations.SNAPSHOT.isBeingCreated(content) || !we.canCheckStatus()) {
            return new Create(content.status() == null);
        }
        return new CheckStatus(handle, Secrets.CLASS, true);
    }

    static boolean isInGroup(VolumeSnapshotContent content) {
        return content.meta().annotations().containsKey(SnapshotAnnotations.IN_GROUP)
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
