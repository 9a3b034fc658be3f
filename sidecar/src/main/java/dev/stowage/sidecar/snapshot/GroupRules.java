package dev.stowage.sidecar.snapshot;

import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.sidecar.snapshot.ContentDecision.Ask;
import dev.stowage.sidecar.snapshot.ContentDecision.Create;
import dev.stowage.sidecar.snapshot.ContentDecision.Delete;
import dev.stowage.sidecar.snapshot.ContentDecision.Leave;
import dev.stowage.sidecar.snapshot.ContentDecision.Release;
import dev.stowage.sidecar.snapshot.ContentDecision.Secrets;
import dev.stowage.sidecar.snapshot.ContentDecision.Unmark;
import dev.stowage.sidecar.snapshot.ContentDecision.Viewpoint;
import org.jspecify.annotations.Nullable;

/// What the content of a group snapshot needs next.
final class GroupRules {

    private GroupRules() {}

    /// @param named the content's class; null when it has none, or there is no such class
    static ContentDecision of(VolumeGroupSnapshotContent content, @Nullable VolumeSnapshotClass named, Viewpoint we) {
        boolean existing = !content.groupHandle().isEmpty();
        if (content.volumeHandles().isEmpty() && !existing) {
            return new Leave("it has no source");
        }
        if (!content.driver().equals(we.driver())
                || (named != null && !named.driver().equals(we.driver()))) {
            return new Leave("it belongs to another driver");
        }
        if (!we.node().isEmpty() && !we.node().equals(content.meta().labels().get(Marks.MANAGED_BY))) {
            return new Leave("it belongs to another node");
        }
        if (Marks.GROUP.mayGo(content, existing, isBound(content))) {
            return end(content);
        }
        if (content.status() != null && Boolean.TRUE.equals(content.status().ready())) {
            return Marks.GROUP.isBeingCreated(content) ? new Unmark() : new Leave("it is ready");
        }
        String handle = handle(content);
        if (existing) {
            return new Ask(handle.isEmpty() ? content.groupHandle() : handle, Secrets.CLASS, false);
        }
        // A call without an answer has to be repeated, whatever the status says.
        if (handle.isEmpty() || Marks.GROUP.isBeingCreated(content) || !we.canAsk()) {
            return new Create(content.status() == null);
        }
        return new Ask(handle, Secrets.CLASS, true);
    }

    private static ContentDecision end(VolumeGroupSnapshotContent content) {
        String handle = handle(content);
        if (content.deletionPolicy().equals("Delete") && !handle.isEmpty()) {
            return new Delete(handle);
        }
        return content.meta().hasFinalizer(Marks.GROUP.finalizer()) ? new Release() : new Leave("others hold it");
    }

    private static String handle(VolumeGroupSnapshotContent content) {
        return content.status() == null ? "" : content.status().handle();
    }

    private static boolean isBound(VolumeGroupSnapshotContent content) {
        return content.groupSnapshot() != null && !content.groupSnapshot().uid().isEmpty();
    }
}
