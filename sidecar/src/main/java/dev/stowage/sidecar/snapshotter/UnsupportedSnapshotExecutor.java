package dev.stowage.sidecar.snapshotter;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;

/// The steps of a snapshot for a driver that cannot take any: an error in the status instead of each call.
final class UnsupportedSnapshotExecutor implements ContentWorker.ContentExecutor<VolumeSnapshotContent> {
    private final String problem;
    private final ContentDecision.Scope scope;
    private final ContentUpdater<VolumeSnapshotContent> updater;

    UnsupportedSnapshotExecutor(String driver, ContentUpdater<VolumeSnapshotContent> updater) {
        this.problem = "CSI driver " + driver + " does not support ControllerCreateSnapshot";
        this.scope = new ContentDecision.Scope(driver, "", false);
        this.updater = updater;
    }

    @Override
    public ContentDecision decide(VolumeSnapshotContent content) {
        return ContentDecision.of(content, null, scope);
    }

    @Override
    public VolumeSnapshotContent create(VolumeSnapshotContent content, boolean first) throws InterruptedException {
        fail(
                content,
                "SnapshotCreationFailed",
                "Failed to create snapshot: failed to take snapshot of the volume " + content.volumeHandle() + ": "
                        + GoQuote.of(problem));
        return content;
    }

    @Override
    public VolumeSnapshotContent checkStatus(VolumeSnapshotContent content, CheckStatus question)
            throws InterruptedException {
        fail(content, "SnapshotContentCheckandUpdateFailed", "Failed to check and update snapshot content: " + problem);
        return content;
    }

    /// The driver took it in an earlier version, and has it still.
    @Override
    public VolumeSnapshotContent delete(VolumeSnapshotContent content, String handle) throws SnapshotException {
        updater.warn(content, VolumeEventReasons.SNAPSHOT_DELETE_ERROR, "Failed to delete snapshot");
        throw new SnapshotException("snapshot " + handle + " could not be deleted: " + problem
                + " (set the deletion policy of the content to Retain to delete the object alone)");
    }

    /// What the driver can do changes only with a restart.
    @Override
    public ReconcileResult requeue(VolumeSnapshotContent content) {
        return ReconcileResult.done();
    }

    @Override
    public void forget(String name) {
        // Nothing is polled.
    }

    private void fail(VolumeSnapshotContent content, String reason, String message) throws InterruptedException {
        updater.fail(content, content.status() == null ? "" : content.status().error(), reason, message);
    }
}
