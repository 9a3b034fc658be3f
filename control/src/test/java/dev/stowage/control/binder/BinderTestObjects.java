package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.util.List;

/// Builds objects from words such as `size=1Gi for=a# ours`.
final class BinderTestObjects {

    private BinderTestObjects() {}

    static String uid(String claim) {
        return "uid-" + claim;
    }

    static ObjectNode volume(List<String> words) {
        ObjectNode volume = named(words.getFirst());
        ObjectNode spec = volume.putObject("spec");
        spec.putObject("capacity").put("storage", words.get(1));
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.put("persistentVolumeReclaimPolicy", "Retain");
        volume.putObject("status").put("phase", "Available");
        for (String word : words.subList(2, words.size())) {
            String value = valueOf(word);
            switch (nameOf(word)) {
                case "for" -> claimRef(spec.putObject("claimRef"), value);
                case "policy" -> spec.put("persistentVolumeReclaimPolicy", value);
                case "csi" -> spec.putObject("csi").put("driver", value).put("volumeHandle", "h");
                case "attributes" -> spec.put("volumeAttributesClassName", value);
                case "by" -> annotate(volume, VolumeAnnotations.PROVISIONED_BY, value);
                case "before" -> annotate(volume, VolumeAnnotations.PRE_RESIZE_CAPACITY, value);
                case "finalizer" ->
                    volume.withObject("/metadata").withArray("finalizers").add(value);
                default -> common(volume, word);
            }
        }
        return volume;
    }

    static ObjectNode claim(List<String> words) {
        ObjectNode claim = named(words.getFirst());
        claim.withObject("/metadata").put("namespace", "ns");
        ObjectNode spec = claim.putObject("spec");
        spec.putObject("resources").putObject("requests").put("storage", words.get(1));
        spec.putArray("accessModes").add("ReadWriteOnce");
        claim.putObject("status").put("phase", "Pending");
        for (String word : words.subList(2, words.size())) {
            String value = valueOf(word);
            switch (nameOf(word)) {
                case "volume" -> spec.put("volumeName", value);
                case "completed" -> annotate(claim, VolumeAnnotations.BIND_COMPLETED, "yes");
                case "node" -> annotate(claim, VolumeAnnotations.SELECTED_NODE, value);
                case "provisioner" -> annotate(claim, VolumeAnnotations.STORAGE_PROVISIONER, value);
                case "old-provisioner" -> annotate(claim, VolumeAnnotations.BETA_STORAGE_PROVISIONER, value);
                case "attributes" -> spec.put("volumeAttributesClassName", value);
                case "current" -> claim.withObject("/status").put("currentVolumeAttributesClassName", value);
                case "has" -> {
                    claim.withObject("/status").putObject("capacity").put("storage", value);
                    claim.withObject("/status").putArray("accessModes").add("ReadWriteOnce");
                }
                case "select" ->
                    spec.withObject("/selector").putObject("matchLabels").put("label", value);
                default -> common(claim, word);
            }
        }
        return claim;
    }

    private static void common(ObjectNode object, String word) {
        String value = valueOf(word);
        ObjectNode spec = object.withObject("/spec");
        switch (nameOf(word)) {
            case "phase" -> object.withObject("/status").put("phase", value);
            case "class" -> spec.put("storageClassName", value);
            case "oldclass" -> annotate(object, "volume.beta.kubernetes.io/storage-class", value);
            case "mode" -> spec.put("volumeMode", value);
            case "ours" -> annotate(object, VolumeAnnotations.BOUND_BY_CONTROLLER, "yes");
            case "migrated" -> annotate(object, "pv.kubernetes.io/migrated-to", value);
            case "uid" -> object.withObject("/metadata").put("uid", value);
            case "deleting" -> object.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
            case "label" -> object.withObject("/metadata").putObject("labels").put("label", value);
            case "modes" -> {
                var modes = spec.putArray("accessModes");
                for (String mode : value.split(",", -1)) {
                    modes.add(BinderTranscript.mode(mode));
                }
            }
            default -> throw new IllegalArgumentException(word);
        }
    }

    static ObjectNode storageClass(List<String> words) {
        ObjectNode storageClass = named(words.getFirst()).put("provisioner", words.get(1));
        storageClass.put("volumeBindingMode", words.contains("wait") ? "WaitForFirstConsumer" : "Immediate");
        if (words.contains("default")) {
            annotate(storageClass, "storageclass.kubernetes.io/is-default-class", "true");
        }
        words.stream()
                .filter(word -> word.startsWith("made="))
                .forEach(word -> storageClass
                        .withObject("/metadata")
                        .put("creationTimestamp", valueOf(word) + "-01-01T00:00:00Z"));
        return storageClass;
    }

    static ObjectNode pod(List<String> words) {
        ObjectNode pod = named(words.getFirst());
        pod.withObject("/metadata").put("namespace", "ns");
        ObjectNode spec = pod.putObject("spec");
        spec.putArray("volumes")
                .addObject()
                .put("name", "v")
                .putObject("persistentVolumeClaim")
                .put("claimName", words.get(1));
        for (String word : words.subList(2, words.size())) {
            switch (nameOf(word)) {
                case "node" -> spec.put("nodeName", valueOf(word));
                case "phase" -> pod.putObject("status").put("phase", valueOf(word));
                default -> throw new IllegalArgumentException(word);
            }
        }
        return pod;
    }

    private static void claimRef(ObjectNode ref, String text) {
        int hash = text.indexOf('#');
        String name = hash < 0 ? text : text.substring(0, hash);
        ref.put("namespace", "ns").put("name", name);
        if (hash >= 0) {
            ref.put("uid", hash == text.length() - 1 ? uid(name) : text.substring(hash + 1));
        }
    }

    private static ObjectNode named(String name) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", name).put("uid", uid(name));
        return object;
    }

    private static void annotate(ObjectNode object, String name, String value) {
        object.withObject("/metadata").withObject("/annotations").put(name, value);
    }

    private static String nameOf(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    private static String valueOf(String word) {
        return word.substring(word.indexOf('=') + 1);
    }
}
