package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import io.grpc.StatusRuntimeException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the snapshot of a content. The request is validated before the content is annotated: an annotation
/// that no result removes would keep the content forever.
final class SnapshotCreator {
    private static final Logger log = LoggerFactory.getLogger(SnapshotCreator.class);

    private final Informer<VolumeSnapshotClass> classes;
    private final SnapshotCalls calls;
    private final ContentUpdater<VolumeSnapshotContent> updater;
    private final ContentSecrets secrets;
    private final SnapshotterOptions options;

    SnapshotCreator(
            Informer<VolumeSnapshotClass> classes,
            SnapshotCalls calls,
            ContentUpdater<VolumeSnapshotContent> updater,
            ContentSecrets secrets,
            SnapshotterOptions options) {
        this.classes = classes;
        this.calls = calls;
        this.updater = updater;
        this.secrets = secrets;
        this.options = options;
    }

    /// The result of the call, and the content, which still has its annotation.
    record CreatedSnapshot(VolumeSnapshotContent content, SnapshotState snapshotState) {}

    CreatedSnapshot create(VolumeSnapshotContent content) throws ApiFailure, SnapshotException, InterruptedException {
        String name = content.meta().name();
        Map<String, String> given;
        Map<String, String> parameters;
        try {
            parameters = classOf(content).parameters();
            given = secrets.noted(content);
        } catch (SnapshotException e) {
            throw new SnapshotException(
                    "failed to get input parameters to create snapshot for content " + name + ": "
                            + GoQuote.of(e.text()),
                    e);
        }
        parameters = SnapshotClassParameters.forDriver(parameters);
        ObjectReference snapshot = content.snapshot();
        if (snapshot == null || snapshot.uid().isEmpty()) {
            throw failure(content, "cannot create snapshot. Snapshot content " + name + " not bound to a snapshot");
        }
        if (options.extraMetadata()) {
            SnapshotClassParameters.addMetadata(parameters, "volumesnapshot", snapshot, name);
        }
        // A snapshot with a known handle is found again without the annotation.
        boolean known = content.status() != null && !content.status().handle().isEmpty();
        VolumeSnapshotContent marked = known ? content : updater.setBeingCreated(content);
        try {
            String called = options.snapshots().of(snapshot.uid());
            SnapshotState snapshotState = calls.create(called, content.volumeHandle(), parameters, given);
            if (!known) {
                log.info("{}: created snapshot {}, ready: {}.", name, snapshotState.handle(), snapshotState.ready());
            }
            return new CreatedSnapshot(marked, snapshotState.alone());
        } catch (StatusRuntimeException e) {
            if (SnapshotCalls.isFinal(e)) {
                updater.clearBeingCreated(marked);
            }
            throw failure(content, RpcErrorText.of(e));
        }
    }

    private static SnapshotException failure(VolumeSnapshotContent content, String why) {
        return new SnapshotException(
                "failed to take snapshot of the volume " + content.volumeHandle() + ": " + GoQuote.of(why));
    }

    private VolumeSnapshotClass classOf(VolumeSnapshotContent content) throws SnapshotException {
        String named = content.className();
        if (named == null) {
            throw new SnapshotException(
                    "failed to take snapshot " + content.meta().name() + " without a snapshot class");
        }
        return classes.find(named)
                .orElseThrow(() -> new SnapshotException(
                        "volumesnapshotclass.snapshot.storage.k8s.io " + GoQuote.of(named) + " not found"));
    }
}
