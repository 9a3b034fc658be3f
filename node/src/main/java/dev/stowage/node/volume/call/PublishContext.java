package dev.stowage.node.volume.call;

import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Key;
import dev.stowage.node.Shared;
import dev.stowage.node.place.VolData;
import dev.stowage.node.volume.want.VolumeKey;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// What the driver's other half said when it attached a volume.
final class PublishContext {
    private final Mirror<Attachment> attachments;
    private final String node;

    PublishContext(Shared shared) {
        this.attachments = shared.mirrors().of(Kinds.ATTACHMENTS);
        this.node = shared.node();
    }

    Map<String, String> of(VolumeKey volume) throws CallTrouble, InterruptedException {
        String name = VolData.attachment(volume.handle(), volume.driver(), node);
        Optional<Attachment> known = attachments.find(name).filter(Attachment::attached);
        if (known.isPresent()) {
            return known.get().metadata();
        }
        try {
            // The node's object can be told faster than the attachment.
            Attachment found = attachments
                    .fetch(Key.of(name))
                    .orElseThrow(() -> new IOException("volumeattachments.storage.k8s.io \"" + name + "\" not found"));
            if (!found.attached()) {
                throw CallTrouble.untried(
                        "volume " + volume.handle() + " has an attachment that is not attached yet", new IOException());
            }
            return found.metadata();
        } catch (IOException e) {
            throw CallTrouble.untried(String.valueOf(e.getMessage()), e);
        }
    }
}
