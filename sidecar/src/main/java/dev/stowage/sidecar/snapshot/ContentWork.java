package dev.stowage.sidecar.snapshot;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.secret.SecretReader;
import dev.stowage.sidecar.snapshot.ContentDecision.Ask;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The steps of a snapshot.
final class ContentWork implements Walk.Steps<VolumeSnapshotContent> {
    private static final Logger log = LoggerFactory.getLogger(ContentWork.class);
    private static final String DELETE_FAILED = "SnapshotDeleteError";
    private static final String CHECK_FAILED = "SnapshotContentCheckandUpdateFailed";
    private static final String CHECK_FAILED_TEXT = "Failed to check and update snapshot content: ";

    private final Informer<VolumeSnapshotClass> classes;
    private final SnapshotCalls calls;
    private final ReadyPoll poll;
    private final Ledger<VolumeSnapshotContent> ledger;
    private final ContentSecrets secrets;
    private final Taker taker;
    private final StateReader states;
    private final ContentDecision.Viewpoint viewpoint;
    private final InstantSource clock;

    ContentWork(
            Shared shared,
            SnapshotterOptions options,
            Ledger<VolumeSnapshotContent> ledger,
            Informer<VolumeSnapshotClass> classes,
            SnapshotCalls calls,
            ReadyPoll poll) {
        this.classes = classes;
        this.calls = calls;
        this.poll = poll;
        this.clock = shared.clock();
        this.ledger = ledger;
        secrets = new ContentSecrets(new SecretReader(shared.api()), Marks.SNAPSHOT, "snapshot content");
        taker = new Taker(classes, calls, ledger, secrets, options);
        states = new StateReader(classes, calls, secrets);
        viewpoint = new ContentDecision.Viewpoint(
                shared.driver().name(), options.node(), calls.canGet() || calls.canList());
    }

    @Override
    public ContentDecision decide(VolumeSnapshotContent content) {
        String named = content.className();
        return ContentDecision.of(
                content, named == null ? null : classes.find(named).orElse(null), viewpoint);
    }

    @Override
    public ReconcileResult pause(VolumeSnapshotContent content) throws StepFailure {
        VolumeSnapshotContent.Status status = content.status();
        return poll.next(content.meta().name(), status == null ? "" : status.handle(), states.secretOf(content));
    }

    @Override
    public VolumeSnapshotContent create(VolumeSnapshotContent content, boolean first)
            throws ApiFailure, StepFailure, InterruptedException {
        try {
            Taker.Taken taken = taker.take(content);
            return ledger.unmark(write(taken.content(), taken.state()));
        } catch (StepFailure e) {
            if (first) {
                fail(content, "SnapshotCreationFailed", "Failed to create snapshot: " + e.text());
            } else {
                fail(content, CHECK_FAILED, CHECK_FAILED_TEXT + e.text());
            }
            throw e;
        }
    }

    @Override
    public VolumeSnapshotContent ask(VolumeSnapshotContent content, Ask question)
            throws ApiFailure, StepFailure, InterruptedException {
        State state;
        try {
            Optional<State> listed = poll.take(content.meta().name());
            state = listed.isPresent() ? listed.get() : states.read(content, question);
        } catch (StepFailure e) {
            if (question.taken()) {
                // To take it once more is a question too, and one that every driver answers.
                log.debug("{}: {}", content.key(), e.text());
                return create(content, false);
            }
            fail(content, CHECK_FAILED, CHECK_FAILED_TEXT + e.text());
            throw e;
        }
        return write(content, state);
    }

    @Override
    public void settle(String name) {
        poll.settle(name);
    }

    private VolumeSnapshotContent write(VolumeSnapshotContent content, State state) throws ApiFailure, InterruptedException {
        Instant now = clock.instant();
        var change =
                ContentStatus.change(content.status(), state, now.getEpochSecond() * 1_000_000_000L + now.getNano());
        return change.isEmpty() ? content : ledger.status(content, change.get());
    }

    private void fail(VolumeSnapshotContent content, String reason, String message) throws InterruptedException {
        ledger.fail(content, content.status() == null ? "" : content.status().error(), reason, message);
    }

    @Override
    public VolumeSnapshotContent delete(VolumeSnapshotContent content, String handle)
            throws ApiFailure, StepFailure, InterruptedException {
        String name = content.meta().name();
        Map<String, String> given;
        try {
            given = secrets.noted(content);
        } catch (StepFailure e) {
            ledger.warn(content, DELETE_FAILED, "Failed to get snapshot credentials");
            throw e;
        }
        try {
            calls.delete(handle, given);
        } catch (StatusRuntimeException e) {
            ledger.warn(content, DELETE_FAILED, "Failed to delete snapshot");
            throw new StepFailure("snapshot " + handle + " cannot be deleted: " + RpcErrorText.of(e), e);
        }
        log.info("{}: snapshot {} is deleted.", name, handle);
        try {
            return ledger.clear(content, "snapshotHandle", "readyToUse", "creationTime", "restoreSize");
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                ledger.warn(content, DELETE_FAILED, "Failed to clear content status");
            }
            throw e;
        }
    }
}
