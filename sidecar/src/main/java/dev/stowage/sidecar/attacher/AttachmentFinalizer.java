package dev.stowage.sidecar.attacher;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Optional;

/// The finalizer and the node id on attachments. They are written before the driver is called, so that
/// whatever happens then, the volume will be detached.
final class AttachmentFinalizer {
    private static final int TRIES = 5;

    private final Informer<VolumeAttachment> attachments;
    private final String finalizer;

    AttachmentFinalizer(Informer<VolumeAttachment> attachments, String finalizer) {
        this.attachments = attachments;
        this.finalizer = finalizer;
    }

    /// @return the updated attachment
    VolumeAttachment add(VolumeAttachment seen, String nodeId) throws ApiFailure, InterruptedException {
        ObjectNode meta = Json.object();
        if (!seen.meta().hasFinalizer(finalizer)) {
            ArrayNode finalizers = meta.putArray("finalizers");
            seen.meta().finalizers().forEach(finalizers::add);
            finalizers.add(finalizer);
        }
        if (!nodeId.equals(seen.meta().annotations().get(NodeId.ANNOTATION))) {
            meta.putObject("annotations").put(NodeId.ANNOTATION, nodeId);
        }
        if (meta.isEmpty()) {
            return seen;
        }
        ObjectNode body = Json.object();
        body.set("metadata", meta);
        // The whole list of finalizers is written: those of others must not get lost.
        return attachments.patch(seen, Patch.merge(body).onlyIfUnchanged(seen));
    }

    /// A conflict does not restart the whole operation: the volume is detached already.
    ///
    /// @return the updated attachment; empty when it is deleted
    Optional<VolumeAttachment> remove(VolumeAttachment seen) throws ApiFailure, InterruptedException {
        VolumeAttachment latest = seen;
        for (int attempt = 1; latest.meta().hasFinalizer(finalizer); attempt++) {
            try {
                return Optional.of(attachments.patch(latest, Patch.removeFinalizer(latest, finalizer)));
            } catch (ApiFailure e) {
                if (e.isNotFound()) {
                    return Optional.empty();
                }
                if (attempt == TRIES || !(e.isConflict() || e.isInvalid())) {
                    throw e;
                }
                Optional<VolumeAttachment> fetched = attachments.fetch(seen.key());
                if (fetched.isEmpty()
                        || !fetched.get().meta().uid().equals(seen.meta().uid())) {
                    return Optional.empty();
                }
                latest = fetched.get();
            }
        }
        return Optional.of(latest);
    }
}
