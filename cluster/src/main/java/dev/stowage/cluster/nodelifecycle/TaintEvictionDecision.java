package dev.stowage.cluster.nodelifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.TaintEffect;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodScheduling.Toleration;
import dev.stowage.kube.model.Taint;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// How long a pod may stay on a node with a NoExecute taint.
public sealed interface TaintEvictionDecision {

    /// Forever.
    record Never() implements TaintEvictionDecision {}

    /// @param after counted from when its eviction became due
    record After(Duration after) implements TaintEvictionDecision {}

    static TaintEvictionDecision of(Pod pod, Node node) {
        List<Taint> taints = driving(node);
        if (taints.isEmpty() || pod.isBeingDeleted()) {
            return new Never();
        }
        long least = Long.MAX_VALUE;
        for (Taint taint : taints) {
            Optional<Toleration> used = pod.scheduling().tolerations().stream()
                    .filter(toleration -> toleration.tolerates(taint))
                    .findFirst();
            if (used.isEmpty()) {
                return new After(Duration.ZERO);
            }
            long seconds = used.get().seconds();
            least = seconds < 0 ? least : Math.min(least, seconds);
        }
        return least == Long.MAX_VALUE ? new Never() : new After(Duration.ofSeconds(least));
    }

    static List<Taint> driving(Node node) {
        return node.taints().stream()
                .filter(taint -> taint.effect().equals(TaintEffect.NO_EXECUTE))
                .toList();
    }

    /// When its eviction became due: when the taint was added or the pod was created. Stored times survive a
    /// restart.
    static Instant since(Pod pod, Node node, Instant now) {
        Instant since = driving(node).stream()
                .map(taint -> taint.timeAdded() == null ? now : taint.timeAdded())
                .min(Instant::compareTo)
                .orElse(now);
        Instant created = pod.meta().creationTimestamp();
        return created != null && created.isAfter(since) ? created : since;
    }

    static List<ClusterAction> evict(Pod pod, Instant now) {
        return List.of(
                ClusterAction.RecordEvent.normal(
                        pod.reference(), "TaintManagerEviction", "Marking for deletion Pod " + pod.key()),
                new ClusterAction.PatchObject<>(
                        Kinds.PODS,
                        pod,
                        disrupt(
                                Json.object(),
                                "DeletionByTaintManager",
                                "Taint manager: deleting due to NoExecute taint",
                                now)),
                new ClusterAction.Delete<>(Kinds.PODS, pod));
    }

    static ClusterAction.RecordEvent cancelled(Pod pod) {
        return ClusterAction.RecordEvent.normal(
                pod.reference(), "TaintManagerEviction", "Cancelling deletion of Pod " + pod.key());
    }

    /// A condition that tells controllers which count failures that this one is a disruption.
    static Patch disrupt(ObjectNode status, String reason, String message, Instant now) {
        status.putArray("conditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .put("reason", reason)
                .put("message", message)
                .put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        ObjectNode change = Json.object();
        change.set("status", status);
        return Patch.strategic(change).status();
    }
}
