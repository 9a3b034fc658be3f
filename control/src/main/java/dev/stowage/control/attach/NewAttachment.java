package dev.stowage.control.attach;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.csitranslation.InlineVolume;
import dev.stowage.kube.model.PersistentVolume;

/// The object that asks for a volume on a node.
final class NewAttachment {

    private NewAttachment() {}

    static ObjectNode of(Target target, String node) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", target.volume().attachmentName(node));
        ObjectNode spec = object.putObject("spec")
                .put("attacher", target.volume().driver())
                .put("nodeName", node);
        ObjectNode source = spec.putObject("source");
        PersistentVolume inline = target.inline();
        if (inline == null) {
            source.put("persistentVolumeName", target.title());
        } else {
            source.set("inlineVolumeSpec", InlineVolume.spec(inline));
        }
        return object;
    }
}
