package dev.stowage.cluster.podgc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.nodelifecycle.TaintEvictionDecision;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Pods that no other component finishes. Each is marked as failed first: without a kubelet to report it,
/// clients would wait for its end forever.
public final class PodGcDecision {

    private PodGcDecision() {}

    /// @param node where it is, as far as that is known
    public static boolean isAbandoned(Pod pod, Optional<Node> node) {
        if (!pod.isBeingDeleted()) {
            return false;
        }
        return pod.nodeName().isEmpty()
                || node.filter(one -> !one.ready() && one.hasTaint(NodeKeys.OUT_OF_SERVICE))
                        .isPresent();
    }

    static List<ClusterAction> end(Pod pod) {
        return end(pod, Patch.merge(failed()).status());
    }

    /// Its node is deleted.
    static List<ClusterAction> endOrphan(Pod pod, Instant now) {
        ObjectNode status = Json.object().put("phase", "Failed");
        return end(pod, TaintEvictionDecision.disrupt(status, "DeletionByPodGC", "PodGC: node no longer exists", now));
    }

    private static ObjectNode failed() {
        ObjectNode change = Json.object();
        change.putObject("status").put("phase", "Failed");
        return change;
    }

    private static List<ClusterAction> end(Pod pod, Patch mark) {
        List<ClusterAction> actions = new ArrayList<>();
        if (!pod.isOver()) {
            actions.add(new ClusterAction.PatchObject<>(Kinds.PODS, pod, mark));
        }
        actions.add(new ClusterAction.Delete<>(
                Kinds.PODS, pod, DeleteOptions.defaults().withGracePeriod(0)));
        return actions;
    }

    /// The oldest terminated pods above the threshold.
    public static List<Pod> tooMany(Collection<Pod> over, int threshold) {
        if (threshold <= 0 || over.size() <= threshold) {
            return List.of();
        }
        return over.stream()
                .sorted(Comparator.comparing(
                                (Pod pod) -> Optional.ofNullable(pod.meta().creationTimestamp())
                                        .orElse(Instant.EPOCH))
                        .thenComparing(pod -> pod.key().toString()))
                .limit((long) over.size() - threshold)
                .toList();
    }
}
