package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sidecar.topology.VolumeNodeAffinity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A PersistentVolume before and after its content went to another node.
///
/// @param saved the object as it was
/// @param context of the copy at the target
record SwitchedVolume(JsonNode saved, MoveSubject subject, Map<String, String> context) {
    static final String RETAIN = "Retain";

    private static final String POLICY = "persistentVolumeReclaimPolicy";

    /// What the server writes, and what changes while nobody changes the volume.
    private static final List<String> OF_THE_SERVER = List.of(
            "resourceVersion",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "finalizers",
            "managedFields",
            "generation",
            "selfLink");

    /// The whole object, without what only the server writes.
    private static ObjectNode plain(JsonNode volume) {
        ObjectNode plain = volume.deepCopy();
        plain.withObject("/metadata").remove(OF_THE_SERVER);
        plain.remove("status");
        return plain;
    }

    /// The least generation of a copy that may be staged; 0 before the volume was ever on another node.
    static long generation(PersistentVolume volume) {
        String text = volume.csi() == null ? "" : volume.csi().attributes().getOrDefault(MoverKeys.GENERATION, "");
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException _) {
            return 0; // no driver stages such a volume
        }
    }

    /// The policy that a mover has replaced; empty if it is the volume's own.
    static String policyBefore(PersistentVolume live) {
        return live.meta().annotation(MoverKeys.POLICY_BEFORE);
    }

    /// Whether the volume is saved as it is now.
    boolean isSavedAs(JsonNode live) {
        return savedFrom(live).equals(savedFrom(saved));
    }

    /// With the policy that it had before a mover changed it. A policy that users change is theirs.
    static ObjectNode savedFrom(JsonNode live) {
        ObjectNode plain = plain(live);
        ObjectNode annotations = plain.withObject("/metadata/annotations");
        JsonNode before = annotations.remove(MoverKeys.POLICY_BEFORE);
        if (before != null) {
            plain.withObject("/spec").put(POLICY, before.asText());
        }
        return plain;
    }

    /// The finalizers of other programs, which have to act before the volume can be created again.
    static List<String> foreignFinalizers(PersistentVolume live) {
        return live.meta().finalizers().stream()
                .filter(each -> !each.equals(StorageFinalizers.PV_PROTECTION)
                        && !each.equals(StorageFinalizers.EXTERNAL_PROVISIONER)
                        && !each.startsWith(StorageFinalizers.EXTERNAL_ATTACHER_PREFIX))
                .toList();
    }

    /// Whether the affinity is that of the target.
    boolean isNamed(PersistentVolume live) {
        return !live.nodeTerms().isEmpty() && VolumeNodeAffinity.allows(live.nodeTerms(), subject.topology());
    }

    /// Whether nothing but the affinity has to change: the attributes of a volume cannot. The generation in them
    /// is not necessary, because the copy at the source is fenced.
    boolean isAffinityEnough(PersistentVolume live) {
        return live.csi() != null && live.csi().attributes().entrySet().containsAll(context.entrySet());
    }

    ObjectNode affinity() {
        ObjectNode affinity = Json.object();
        ArrayNode labels = affinity.putObject("required")
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchExpressions");
        new TreeMap<>(subject.topology())
                .forEach((key, value) -> labels.addObject()
                        .put("key", key)
                        .put("operator", "In")
                        .putArray("values")
                        .add(value));
        return affinity;
    }

    /// The object to create. Its policy is Retain: until it is bound, nothing may delete its content.
    ObjectNode object() {
        ObjectNode volume = savedFrom(saved);
        volume.withObject("/metadata").remove("uid");
        ObjectNode spec = volume.withObject("/spec");
        String policy = spec.path(POLICY).asText(RETAIN);
        if (!policy.equals(RETAIN)) {
            volume.withObject("/metadata/annotations").put(MoverKeys.POLICY_BEFORE, policy);
            spec.put(POLICY, RETAIN);
        }
        spec.set("nodeAffinity", affinity());
        if (spec.path("claimRef") instanceof ObjectNode claim) {
            claim.remove("resourceVersion");
        }
        Map<String, String> attributes = new HashMap<>(context);
        attributes.put(MoverKeys.GENERATION, Long.toString(subject.generation()));
        attributes.forEach(spec.withObject("/csi/volumeAttributes")::put);
        return volume;
    }
}
