package dev.stowage.sidecar.snapshotter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes annotations, finalizers and the status of contents.
final class ContentUpdater<T extends KubeObject> {
    private static final Logger log = LoggerFactory.getLogger(ContentUpdater.class);

    private final Informer<T> contents;
    private final SnapshotAnnotations snapshotAnnotations;
    private final EventRecorder events;
    private final InstantSource clock;

    ContentUpdater(
            Informer<T> contents, SnapshotAnnotations snapshotAnnotations, EventRecorder events, InstantSource clock) {
        this.contents = contents;
        this.snapshotAnnotations = snapshotAnnotations;
        this.events = events;
        this.clock = clock;
    }

    /// Records that the driver is about to be called. Without it, the snapshot could be orphaned by a crash.
    T setBeingCreated(T content) throws ApiFailure, InterruptedException {
        return snapshotAnnotations.isBeingCreated(content) ? content : annotate(content, "yes");
    }

    /// Records that the driver returned a final result.
    T clearBeingCreated(T content) throws ApiFailure, InterruptedException {
        return snapshotAnnotations.isBeingCreated(content) ? annotate(content, null) : content;
    }

    private T annotate(T content, @Nullable String value) throws ApiFailure, InterruptedException {
        ObjectNode body = Json.object();
        ObjectNode meta = body.putObject("metadata").put("uid", content.meta().uid());
        meta.putObject("annotations").put(snapshotAnnotations.beingCreated(), value);
        return contents.patch(content, Patch.merge(body));
    }

    T status(T content, ObjectNode change) throws ApiFailure, InterruptedException {
        ObjectNode body = Json.object();
        body.set("status", change);
        return contents.patch(content, Patch.merge(body).status());
    }

    T clear(T content, String... fields) throws ApiFailure, InterruptedException {
        ObjectNode change = Json.object();
        for (String field : fields) {
            change.putNull(field);
        }
        return status(content, change);
    }

    /// The snapshot is deleted, or not ours to delete.
    void removeFinalizer(T content) throws ApiFailure, InterruptedException {
        contents.patch(content, Patch.removeFinalizer(content, snapshotAnnotations.finalizer()));
    }

    /// Writes an error into the status, and an event. The same error is written once.
    ///
    /// @param known the error that the status shows now
    void fail(T content, String known, String reason, String message) throws InterruptedException {
        if (known.equals(message)) {
            return;
        }
        ObjectNode change = Json.object().put("readyToUse", false);
        change.putObject("error")
                .put("message", message)
                .put("time", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        try {
            status(content, change);
        } catch (ApiFailure e) {
            log.info("{}: cannot write the error into the status: {}", content.key(), e.getMessage());
        }
        warn(content, reason, message);
    }

    void warn(T content, String reason, String message) {
        events.warning(
                new ObjectReference(
                        contents.kind().apiVersion(),
                        contents.kind().name(),
                        content.meta().namespace(),
                        content.meta().name(),
                        content.meta().uid(),
                        content.meta().resourceVersion()),
                reason,
                message);
    }
}
