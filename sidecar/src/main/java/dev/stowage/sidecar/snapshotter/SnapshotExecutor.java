package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.secret.SecretReader;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The steps of a snapshot.
final class SnapshotExecutor implements ContentWorker.ContentExecutor<VolumeSnapshotContent> {
    private static final Logger log = LoggerFactory.getLogger(SnapshotExecutor.class);
    private static final String CHECK_FAILED = "SnapshotContentCheckandUpdateFailed";
    private static final String CHECK_FAILED_TEXT = "Failed to check and update snapshot content: ";

    private final Informer<VolumeSnapshotClass> classes;
    private final SnapshotCalls calls;
    private final ReadyToUsePoller poll;
    private final ContentUpdater<VolumeSnapshotContent> updater;
    private final ContentSecrets secrets;
    private final SnapshotCreator snapshotCreator;
    private final SnapshotStateReader states;
    private final ContentDecision.Scope scope;
    private final InstantSource clock;

    SnapshotExecutor(
            RoleContext context,
            SnapshotterOptions options,
            ContentUpdater<VolumeSnapshotContent> updater,
            Informer<VolumeSnapshotClass> classes,
            SnapshotCalls calls,
            ReadyToUsePoller poll) {
        this.classes = classes;
        this.calls = calls;
        this.poll = poll;
        this.clock = context.clock();
        this.updater = updater;
        secrets = new ContentSecrets(new SecretReader(context.api()), SnapshotAnnotations.SNAPSHOT, "snapshot content");
        snapshotCreator = new SnapshotCreator(classes, calls, updater, secrets, options);
        states = new SnapshotStateReader(classes, calls, secrets);
        scope = new ContentDecision.Scope(context.driver().name(), options.node(), calls.canGet() || calls.canList());
    }

    @Override
    public ContentDecision decide(VolumeSnapshotContent content) {
        String named = content.className();
        return ContentDecision.of(
                content, named == null ? null : classes.find(named).orElse(null), scope);
    }

    @Override
    public ReconcileResult requeue(VolumeSnapshotContent content) throws SnapshotException {
        VolumeSnapshotContent.Status status = content.status();
        return poll.next(content.meta().name(), status == null ? "" : status.handle(), states.secretOf(content));
    }

    @Override
    public VolumeSnapshotContent create(VolumeSnapshotContent content, boolean first)
            throws ApiFailure, SnapshotException, InterruptedException {
        try {
            SnapshotCreator.CreatedSnapshot createdSnapshot = snapshotCreator.create(content);
            return updater.clearBeingCreated(write(createdSnapshot.content(), createdSnapshot.snapshotState()));
        } catch (SnapshotException e) {
            if (first) {
                fail(content, "SnapshotCreationFailed", "Failed to create snapshot: " + e.text());
            } else {
                fail(content, CHECK_FAILED, CHECK_FAILED_TEXT + e.text());
            }
            throw e;
        }
    }

    @Override
    public VolumeSnapshotContent checkStatus(VolumeSnapshotContent content, CheckStatus question)
            throws ApiFailure, SnapshotException, InterruptedException {
        SnapshotState snapshotState;
        try {
            Optional<SnapshotState> listed = poll.take(content.meta().name());
            snapshotState = listed.isPresent() ? listed.get() : states.read(content, question);
        } catch (SnapshotException e) {
            if (question.taken()) {
                // A repeated CreateSnapshot returns the status too, with every driver.
                log.debug("{}: {}", content.key(), e.text());
                return create(content, false);
            }
            fail(content, CHECK_FAILED, CHECK_FAILED_TEXT + e.text());
            throw e;
        }
        return write(content, snapshotState);
    }

    @Override
    public void forget(String name) {
        poll.forget(name);
    }

    private VolumeSnapshotContent write(VolumeSnapshotContent content, SnapshotState snapshotState)
            throws ApiFailure, InterruptedException {
        Instant now = clock.instant();
        var change = ContentStatus.change(
                content.status(), snapshotState, now.getEpochSecond() * 1_000_000_000L + now.getNano());
        return change.isEmpty() ? content : updater.status(content, change.get());
    }

    private void fail(VolumeSnapshotContent content, String reason, String message) throws InterruptedException {
        updater.fail(content, content.status() == null ? "" : content.status().error(), reason, message);
    }

    @Override
    public VolumeSnapshotContent delete(VolumeSnapshotContent content, String handle)
            throws ApiFailure, SnapshotException, InterruptedException {
        String name = content.meta().name();
        Map<String, String> given;
        try {
            given = secrets.noted(content);
        } catch (SnapshotException e) {
            updater.warn(content, VolumeEventReasons.SNAPSHOT_DELETE_ERROR, "Failed to get snapshot credentials");
            throw e;
        }
        try {
            calls.delete(handle, given);
        } catch (StatusRuntimeException e) {
            updater.warn(content, VolumeEventReasons.SNAPSHOT_DELETE_ERROR, "Failed to delete snapshot");
            throw new SnapshotException("snapshot " + handle + " could not be deleted: " + RpcErrorText.of(e), e);
        }
        log.info("{}: deleted snapshot {}.", name, handle);
        try {
            return updater.clear(content, "snapshotHandle", "readyToUse", "creationTime", "restoreSize");
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                updater.warn(content, VolumeEventReasons.SNAPSHOT_DELETE_ERROR, "Failed to clear content status");
            }
            throw e;
        }
    }
}
