package dev.stowage.control.attach;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.migrate.InlineVolume;
import dev.stowage.kube.object.Volume;

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
        Volume inline = target.inline();
        if (inline == null) {
            source.put("persistentVolumeName", target.title());
        } else {
            source.set("inlineVolumeSpec", InlineVolume.spec(inline));
        }
        return object;
    }
}
