package dev.stowage.control.attachdetach;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.csitranslation.InlineVolume;
import dev.stowage.kube.model.PersistentVolume;

/// The VolumeAttachment object that requests a volume on a node.
final class NewVolumeAttachment {

    private NewVolumeAttachment() {}

    static ObjectNode of(AttachableVolume attachableVolume, String node) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", attachableVolume.volume().attachmentName(node));
        ObjectNode spec = object.putObject("spec")
                .put("attacher", attachableVolume.volume().driver())
                .put("nodeName", node);
        ObjectNode source = spec.putObject("source");
        PersistentVolume inline = attachableVolume.inline();
        if (inline == null) {
            source.put("persistentVolumeName", attachableVolume.title());
        } else {
            source.set("inlineVolumeSpec", InlineVolume.spec(inline));
        }
        return object;
    }
}
