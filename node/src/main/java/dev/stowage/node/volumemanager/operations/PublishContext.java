package dev.stowage.node.volumemanager.operations;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.podvolumes.VolumeKey;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// The publish context that the controller plugin returned when it attached the volume.
final class PublishContext {
    private final Informer<VolumeAttachment> attachments;
    private final String node;

    PublishContext(NodeContext nodeContext) {
        this.attachments = nodeContext.informers().of(Kinds.ATTACHMENTS);
        this.node = nodeContext.node();
    }

    Map<String, String> of(VolumeKey volume) throws VolumeOperationException, InterruptedException {
        String name = VolData.attachment(volume.handle(), volume.driver(), node);
        Optional<VolumeAttachment> known = attachments.find(name).filter(VolumeAttachment::attached);
        if (known.isPresent()) {
            return known.get().metadata();
        }
        try {
            // The Node object can be updated before the VolumeAttachment arrives.
            VolumeAttachment found = attachments
                    .fetch(NamespacedName.of(name))
                    .orElseThrow(() -> new IOException("volumeattachments.storage.k8s.io \"" + name + "\" not found"));
            if (!found.attached()) {
                throw VolumeOperationException.untried(
                        "volume " + volume.handle() + " is not attached yet", new IOException());
            }
            return found.metadata();
        } catch (IOException e) {
            throw VolumeOperationException.untried(String.valueOf(e.getMessage()), e);
        }
    }
}
