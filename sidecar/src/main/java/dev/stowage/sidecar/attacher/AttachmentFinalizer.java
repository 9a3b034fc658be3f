package dev.stowage.sidecar.attacher;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Optional;

/// The finalizer and the node's id on attachments. They are there before the driver is asked to attach, so that
/// whatever happens then, somebody will detach.
final class AttachmentFinalizer {
    private static final int TRIES = 5;

    private final Informer<VolumeAttachment> attachments;
    private final String finalizer;

    AttachmentFinalizer(Informer<VolumeAttachment> attachments, String finalizer) {
        this.attachments = attachments;
        this.finalizer = finalizer;
    }

    /// @return the attachment as it is then
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
        // The list of finalizers is written whole: somebody else's must not get lost.
        return attachments.patch(seen, Patch.merge(body).onlyIfUnchanged(seen));
    }

    /// Not tried anew from the start when others have changed the list: the volume is detached already.
    ///
    /// @return the attachment as it is then; empty when it is gone
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
