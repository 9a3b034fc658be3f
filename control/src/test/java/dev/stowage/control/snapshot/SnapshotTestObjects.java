package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Objects from a few words: a name, then flags such as `ready` and pairs such as `class=fast`. A `~` stands
/// for a blank.
final class SnapshotTestObjects {
    static final String DRIVER = "disks";

    private final String name;
    private final Map<String, String> words = new LinkedHashMap<>();

    SnapshotTestObjects(String name, List<String> words) {
        this.name = name;
        for (String word : words) {
            String[] pair = word.split("=", 2);
            this.words.put(pair[0], pair.length > 1 ? pair[1].replace('~', ' ') : "");
        }
    }

    boolean has(String word) {
        return words.containsKey(word);
    }

    String get(String word, String otherwise) {
        return words.getOrDefault(word, otherwise);
    }

    private List<String> list(String word) {
        return has(word) ? List.of(get(word, "").split(",", -1)) : List.of();
    }

    private ObjectNode object(boolean namespaced) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata")
                .put("name", name)
                .put("uid", get("uid", "uid-" + name))
                .put("resourceVersion", "7");
        if (namespaced) {
            meta.put("namespace", "ns");
        }
        if (has("deleting")) {
            meta.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        }
        list("finalizers").forEach(finalizer -> meta.withArray("finalizers").add(SnapshotShorthand.whole(finalizer)));
        list("annotations")
                .forEach(annotation -> meta.withObject("annotations").put(SnapshotShorthand.whole(annotation), "yes"));
        list("labels").forEach(label -> meta.withObject("labels").put(label.split(":", 2)[0], label.split(":", 2)[1]));
        if (has("owner")) {
            meta.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "groupsnapshot.storage.k8s.io/v1")
                    .put("kind", "VolumeGroupSnapshot")
                    .put("name", get("owner", ""))
                    .put("uid", "uid-" + get("owner", ""));
        }
        return object;
    }

    private void state(ObjectNode status) {
        if (has("ready") || has("unready")) {
            status.put("readyToUse", has("ready"));
        }
        if (has("error")) {
            status.putObject("error").put("message", get("error", "")).put("time", get("at", "2026-01-01T00:00:00Z"));
        }
    }

    private void put(ObjectNode object, String field, String word) {
        if (has(word)) {
            object.put(field, get(word, ""));
        }
    }

    VolumeSnapshot snapshot() {
        ObjectNode object = object(true);
        ObjectNode spec = object.putObject("spec");
        put(spec.putObject("source"), "persistentVolumeClaimName", "claim");
        put((ObjectNode) spec.get("source"), "volumeSnapshotContentName", "content");
        put(spec, "volumeSnapshotClassName", "class");
        ObjectNode status = object.putObject("status");
        put(status, "boundVolumeSnapshotContentName", "bound");
        put(status, "restoreSize", "size");
        put(status, "volumeGroupSnapshotName", "group");
        if (has("created")) {
            status.put("creationTime", "2026-01-01T00:00:00Z");
        }
        state(status);
        return VolumeSnapshot.read(object);
    }

    VolumeSnapshotContent content() {
        ObjectNode object = object(false);
        ObjectNode spec = object.putObject("spec").put("driver", DRIVER).put("deletionPolicy", get("policy", "Delete"));
        ObjectNode source = spec.putObject("source");
        put(source, "volumeHandle", "volume");
        put(source, "snapshotHandle", "handle");
        put(spec, "volumeSnapshotClassName", "class");
        ObjectNode reference =
                spec.putObject("volumeSnapshotRef").put("namespace", "ns").put("name", get("of", "s"));
        put(reference, "uid", "ref");
        if (has("taken") || has("ready") || has("unready") || has("error")) {
            ObjectNode status = object.putObject("status");
            put(status, "snapshotHandle", "taken");
            put(status, "volumeGroupSnapshotHandle", "in");
            if (has("created")) {
                status.put("creationTime", 1_700_000_000_000_000_000L);
            }
            if (has("size")) {
                status.put("restoreSize", Long.parseLong(get("size", "0")));
            }
            state(status);
        }
        return VolumeSnapshotContent.read(object);
    }

    PersistentVolumeClaim claim() {
        ObjectNode object = object(true);
        put(object.putObject("spec"), "volumeName", "volume");
        object.putObject("status").put("phase", get("phase", has("volume") ? "Bound" : "Pending"));
        return PersistentVolumeClaim.read(object);
    }

    PersistentVolume volume() {
        ObjectNode object = object(false);
        ObjectNode spec = object.putObject("spec").put("volumeMode", get("mode", "Filesystem"));
        if (!has("nocsi")) {
            spec.putObject("csi").put("driver", get("driver", DRIVER)).put("volumeHandle", "handle-" + name);
        }
        if (has("claim")) {
            spec.putObject("claimRef")
                    .put("namespace", "ns")
                    .put("name", get("claim", ""))
                    .put("uid", get("ref", "uid-" + get("claim", "")));
        }
        if (has("node")) {
            var expression = spec.putObject("nodeAffinity")
                    .putObject("required")
                    .putArray("nodeSelectorTerms")
                    .addObject()
                    .putArray("matchFields")
                    .addObject()
                    .put("key", "metadata.name")
                    .put("operator", "In");
            expression.putArray("values").add(get("node", ""));
        }
        return PersistentVolume.read(object);
    }

    Node node() {
        return Node.read(object(false));
    }

    VolumeSnapshotClass snapshotClass() {
        ObjectNode object =
                object(false).put("driver", get("driver", DRIVER)).put("deletionPolicy", get("policy", "Delete"));
        if (has("usual")) {
            ((ObjectNode) object.get("metadata"))
                    .putObject("annotations")
                    .put(SnapshotMetadataKeys.IS_DEFAULT_CLASS, "true")
                    .put(SnapshotMetadataKeys.IS_DEFAULT_GROUP_CLASS, "true");
        }
        ObjectNode parameters = object.putObject("parameters");
        put(parameters, "csi.storage.k8s.io/snapshotter-secret-name", "secret");
        put(parameters, "csi.storage.k8s.io/snapshotter-secret-namespace", "secretns");
        put(parameters, "csi.storage.k8s.io/group-snapshotter-secret-name", "secret");
        put(parameters, "csi.storage.k8s.io/group-snapshotter-secret-namespace", "secretns");
        return VolumeSnapshotClass.read(object);
    }

    VolumeGroupSnapshot group() {
        ObjectNode object = object(true);
        ObjectNode spec = object.putObject("spec");
        ObjectNode source = spec.putObject("source");
        put(source, "volumeGroupSnapshotContentName", "content");
        if (has("selector")) {
            String[] label = get("selector", "").split(":", 2);
            source.putObject("selector").putObject("matchLabels").put(label[0], label[1]);
        }
        put(spec, "volumeGroupSnapshotClassName", "class");
        ObjectNode status = object.putObject("status");
        put(status, "boundVolumeGroupSnapshotContentName", "bound");
        if (has("created")) {
            status.put("creationTime", "2026-01-01T00:00:00Z");
        }
        state(status);
        return VolumeGroupSnapshot.read(object);
    }

    VolumeGroupSnapshotContent groupContent() {
        ObjectNode object = object(false);
        ObjectNode spec = object.putObject("spec").put("driver", DRIVER).put("deletionPolicy", get("policy", "Delete"));
        ObjectNode source = spec.putObject("source");
        list("volumes").forEach(volume -> source.withArray("volumeHandles").add(volume));
        if (has("handle")) {
            source.putObject("groupSnapshotHandles").put("volumeGroupSnapshotHandle", get("handle", ""));
        }
        put(spec, "volumeGroupSnapshotClassName", "class");
        ObjectNode reference =
                spec.putObject("volumeGroupSnapshotRef").put("namespace", "ns").put("name", get("of", "g"));
        put(reference, "uid", "ref");
        if (has("taken") || has("ready") || has("unready") || has("error")) {
            ObjectNode status = object.putObject("status");
            put(status, "volumeGroupSnapshotHandle", "taken");
            if (has("created")) {
                status.put("creationTime", "2026-01-01T00:00:00Z");
            }
            list("members")
                    .forEach(member -> status.withArray("volumeSnapshotInfoList")
                            .addObject()
                            .put("volumeHandle", member)
                            .put("snapshotHandle", "snapshot-of-" + member)
                            .put("readyToUse", true)
                            .put("restoreSize", 4096));
            state(status);
        }
        return VolumeGroupSnapshotContent.read(object);
    }
}
