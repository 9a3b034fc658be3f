package dev.stowage.sidecar.snapshotter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.sidecar.testing.FakeDriver;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/// Builds contents from short words, for tables: `taken marked handle=s-1 deleting`.
final class ContentSamples {
    private static final String CREATED = "2026-01-01T00:00:00Z";

    private final Set<String> words;

    private ContentSamples(String words) {
        this.words = new HashSet<>(Arrays.asList(words.split(" ")));
    }

    /// A VolumeSnapshotContent: `taken` or `given` (pre-provisioned) or neither.
    static ObjectNode content(String name, String words) {
        return new ContentSamples(words).content(name);
    }

    static ObjectNode group(String name, String words) {
        return new ContentSamples(words).group(name);
    }

    private boolean has(String word) {
        return words.contains(word);
    }

    private String value(String key, String fallback) {
        return words.stream()
                .filter(word -> word.startsWith(key + "="))
                .map(word -> word.substring(key.length() + 1))
                .findFirst()
                .orElse(fallback);
    }

    private ObjectNode base(String name, SnapshotAnnotations snapshotAnnotations) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", name);
        ObjectNode annotations = meta.putObject("annotations");
        if (has("deleting")) {
            meta.put("deletionTimestamp", CREATED);
        }
        if (!has("loose")) {
            meta.putArray("finalizers").add(snapshotAnnotations.finalizer());
        }
        if (has("marked")) {
            annotations.put(snapshotAnnotations.beingCreated(), "yes");
        }
        if (has("unwanted")) {
            annotations.put(snapshotAnnotations.beingDeleted(), "yes");
        }
        if (has("member")) {
            annotations.put(SnapshotMetadataKeys.VOLUME_GROUP_SNAPSHOT_HANDLE, "g-1");
        }
        if (has("secret")) {
            annotations
                    .put(snapshotAnnotations.secretName(), "key")
                    .put(snapshotAnnotations.secretNamespace(), "vault");
        }
        if (!value("node", "").isEmpty()) {
            meta.putObject("labels").put(SnapshotMetadataKeys.MANAGED_BY, value("node", ""));
        }
        object.putObject("spec")
                .put("driver", value("driver", FakeDriver.NAME))
                .put("deletionPolicy", has("retain") ? "Retain" : "Delete");
        return object;
    }

    private ObjectNode content(String name) {
        ObjectNode object = base(name, SnapshotAnnotations.SNAPSHOT);
        ObjectNode spec = (ObjectNode) object.get("spec");
        ObjectNode source = spec.putObject("source");
        if (has("taken")) {
            source.put("volumeHandle", "volume-1");
        }
        if (has("given")) {
            source.put("snapshotHandle", "s-given");
        }
        if (!has("classless")) {
            spec.put("volumeSnapshotClassName", value("class", "fast"));
        }
        ObjectNode ref = spec.putObject("volumeSnapshotRef").put("name", "shot").put("namespace", "default");
        if (!has("unbound")) {
            ref.put("uid", "11111111-2222-3333-4444-" + name);
        }
        ObjectNode status = Json.object();
        putStatus(status, "snapshotHandle");
        if (!value("group", "").isEmpty()) {
            status.put("volumeGroupSnapshotHandle", value("group", ""));
        }
        if (!status.isEmpty() || has("status")) {
            object.set("status", status);
        }
        return object;
    }

    private ObjectNode group(String name) {
        ObjectNode object = base(name, SnapshotAnnotations.GROUP);
        ObjectNode spec = (ObjectNode) object.get("spec");
        ObjectNode source = spec.putObject("source");
        if (has("taken")) {
            source.putArray("volumeHandles").add("volume-1").add("volume-2");
        }
        if (has("given")) {
            source.putObject("groupSnapshotHandles")
                    .put("volumeGroupSnapshotHandle", "g-given")
                    .putArray("volumeSnapshotHandles")
                    .add("s-1")
                    .add("s-2");
        }
        if (!has("classless")) {
            spec.put("volumeGroupSnapshotClassName", value("class", "fast"));
        }
        ObjectNode ref =
                spec.putObject("volumeGroupSnapshotRef").put("name", "shots").put("namespace", "default");
        if (!has("unbound")) {
            ref.put("uid", "11111111-2222-3333-4444-" + name);
        }
        ObjectNode status = Json.object();
        putStatus(status, "volumeGroupSnapshotHandle");
        if (!status.isEmpty() || has("status")) {
            object.set("status", status);
        }
        return object;
    }

    private void putStatus(ObjectNode status, String handle) {
        if (!value("handle", "").isEmpty()) {
            status.put(handle, value("handle", ""));
        }
        if (has("ready") || has("unready")) {
            status.put("readyToUse", has("ready"));
        }
        if (has("failed")) {
            status.putObject("error").put("message", "it failed");
        }
    }
}
