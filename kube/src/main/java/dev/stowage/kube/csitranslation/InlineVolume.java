package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The CSI form of an inline volume of a pod. It is never stored; its spec is part of the VolumeAttachment.
public final class InlineVolume {

    private InlineVolume() {}

    static PersistentVolume toCsi(
            InTreePlugin plugin, String namespace, String name, PersistentVolume.InTreeSource old) {
        // Some translations take the namespace of secrets from the claim; for an inline volume, the pod's is
        // used.
        ObjectReference pod = new ObjectReference("", "", namespace, "", "", "");
        PersistentVolume seen = new PersistentVolume(
                named(name),
                Quantity.ZERO,
                List.of(plugin.inlineMode(old.source())),
                "",
                "",
                "Filesystem",
                List.of(),
                pod,
                null,
                old,
                null,
                List.of(),
                null,
                "");
        PersistentVolume.CsiSource csi = plugin.toCsi(seen, old.source()).csi();
        if (csi == null) {
            throw new IllegalArgumentException("volume " + name + " of a pod cannot be translated to CSI");
        }
        return new PersistentVolume(
                named(plugin.inlineName(csi.handle(), old.source())),
                Quantity.ZERO,
                seen.accessModes(),
                "",
                "",
                "Filesystem",
                List.of(),
                null,
                csi,
                null,
                null,
                List.of(),
                null,
                "");
    }

    private static ObjectMeta named(String name) {
        return new ObjectMeta(NamespacedName.of(name), "", "", null, null, Map.of(), Map.of(), List.of(), List.of());
    }

    /// The spec of such a volume in a VolumeAttachment.
    ///
    /// @param volume with a CSI source
    public static ObjectNode spec(PersistentVolume volume) {
        PersistentVolume.CsiSource csi = volume.csi();
        if (csi == null) {
            throw new IllegalArgumentException("volume " + volume.key() + " has no CSI source");
        }
        ObjectNode spec = Json.object();
        ObjectNode source = spec.putObject("csi").put("driver", csi.driver()).put("volumeHandle", csi.handle());
        if (csi.readOnly()) {
            source.put("readOnly", true);
        }
        if (!csi.fsType().isEmpty()) {
            source.put("fsType", csi.fsType());
        }
        if (!csi.attributes().isEmpty()) {
            csi.attributes().forEach(source.putObject("volumeAttributes")::put);
        }
        secret(source, "nodeStageSecretRef", csi.nodeStageSecret());
        ArrayNode modes = spec.putArray("accessModes");
        volume.accessModes().forEach(modes::add);
        spec.put("volumeMode", volume.volumeMode());
        return spec;
    }

    private static void secret(ObjectNode source, String field, @Nullable SecretReference secret) {
        if (secret != null) {
            source.putObject(field).put("name", secret.name()).put("namespace", secret.namespace());
        }
    }
}
