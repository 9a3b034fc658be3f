package dev.stowage.control.ephemeral;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Which claims a pod's ephemeral volumes still need.
final class EphemeralVolumeDecision {
    static final String REASON = VolumeEventReasons.FAILED_BINDING;

    private EphemeralVolumeDecision() {}

    static boolean concerns(Pod pod) {
        return !pod.isBeingDeleted() && pod.volumes().stream().anyMatch(PodVolume::isEphemeral);
    }

    /// @param claims those that exist
    static List<ClusterAction> decide(Pod pod, Function<NamespacedName, Optional<PersistentVolumeClaim>> claims) {
        if (!concerns(pod)) {
            return List.of();
        }
        List<ClusterAction> actions = new ArrayList<>();
        for (PodVolume volume : pod.volumes()) {
            JsonNode template = volume.template();
            if (template == null) {
                continue;
            }
            Optional<PersistentVolumeClaim> found =
                    claims.apply(new NamespacedName(pod.meta().namespace(), volume.claim()));
            if (found.isEmpty()) {
                actions.add(
                        new ClusterAction.Create<>(Kinds.CLAIMS, pod.meta().namespace(), claim(pod, volume, template)));
            } else if (!isOwnedBy(found.get(), pod)) {
                actions.add(failureEvent(
                        pod,
                        volume.name(),
                        "PVC " + found.get().key() + " was not created for pod " + pod.key() + " (pod is not owner)"));
            }
        }
        return actions;
    }

    static ClusterAction.RecordEvent failureEvent(Pod pod, String volume, String why) {
        return ClusterAction.RecordEvent.warning(pod.reference(), REASON, "ephemeral volume " + volume + ": " + why);
    }

    private static boolean isOwnedBy(PersistentVolumeClaim claim, Pod pod) {
        return claim.meta().ownerReferences().stream()
                .anyMatch(ownerReference -> ownerReference.controller()
                        && ownerReference.uid().equals(pod.meta().uid()));
    }

    private static ObjectNode claim(Pod pod, PodVolume volume, JsonNode template) {
        ObjectNode claim = Json.object();
        ObjectNode meta = claim.putObject("metadata").put("name", volume.claim());
        for (String field : List.of("labels", "annotations")) {
            JsonNode given = template.path("metadata").path(field);
            if (!given.isEmpty()) {
                meta.set(field, given.deepCopy());
            }
        }
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        claim.set("spec", template.path("spec").deepCopy());
        return claim;
    }
}
