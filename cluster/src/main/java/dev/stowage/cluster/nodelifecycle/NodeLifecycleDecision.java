package dev.stowage.cluster.nodelifecycle;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.kube.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What follows from the conditions of a node, and from missing heartbeats.
final class NodeLifecycleDecision {
    private static final List<String> SAID_BY_KUBELET =
            List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    private NodeLifecycleDecision() {}

    /// @param silent whether its heartbeats are overdue
    /// @param othersLive whether any node is ready: if none is, the fault is more likely ours, and no pod is
    ///     evicted
    /// @param pods those on the node
    static List<ClusterAction> decide(Node node, boolean silent, boolean othersLive, List<Pod> pods, Instant now) {
        if (silent && !isUnknown(node)) {
            // The rest follows when this is written.
            return giveUp(node, now);
        }
        List<ClusterAction> actions = new ArrayList<>();
        List<Taint> taints = NodeTaints.of(node, othersLive, now);
        if (!taints.equals(node.taints())) {
            actions.add(taint(node, taints));
        }
        if (isUnknown(node)) {
            pods.stream().filter(Pod::isReady).forEach(pod -> {
                actions.add(notReady(pod, now));
                actions.add(ClusterAction.RecordEvent.warning(
                        pod.reference(), VolumeEventReasons.NODE_NOT_READY, "Node is not ready"));
            });
        }
        return actions;
    }

    private static boolean isUnknown(Node node) {
        return node.condition("Ready")
                .filter(ready -> ready.status().equals("Unknown"))
                .isPresent();
    }

    private static List<ClusterAction> giveUp(Node node, Instant now) {
        String time = time(now);
        ArrayNode conditions = Json.object().putArray("conditions");
        for (String type : SAID_BY_KUBELET) {
            Optional<StatusCondition> said = node.condition(type);
            if (said.isEmpty()) {
                ObjectNode condition = conditions.addObject().put("type", type).put("status", "Unknown");
                condition.put("reason", "NodeStatusNeverUpdated");
                condition.put("message", "Kubelet never posted node status.");
                condition.put("lastTransitionTime", time);
                Instant created = node.meta().creationTimestamp();
                condition.put("lastHeartbeatTime", created == null ? time : created.toString());
            } else if (!said.get().status().equals("Unknown")) {
                ObjectNode condition = conditions.addObject().put("type", type).put("status", "Unknown");
                condition.put("reason", "NodeStatusUnknown");
                condition.put("message", "Kubelet stopped posting node status.");
                condition.put("lastTransitionTime", time);
            }
        }
        ObjectNode change = Json.object();
        change.putObject("status").set("conditions", conditions);
        List<ClusterAction> actions = new ArrayList<>();
        actions.add(new ClusterAction.PatchObject<>(
                Kinds.NODES, node, Patch.strategic(change).onlyIfUnchanged(node).status()));
        if (node.ready()) {
            actions.add(ClusterAction.RecordEvent.normal(
                    about(node),
                    VolumeEventReasons.NODE_NOT_READY,
                    "Node %s status is now: NodeNotReady".formatted(node.meta().name())));
        }
        return actions;
    }

    private static ClusterAction taint(Node node, List<Taint> taints) {
        ObjectNode change = Json.object();
        ArrayNode list = change.putObject("spec").putArray("taints");
        taints.forEach(taint -> taint.writeTo(list.addObject()));
        return new ClusterAction.PatchObject<>(
                Kinds.NODES, node, Patch.merge(change).onlyIfUnchanged(node));
    }

    private static ClusterAction notReady(Pod pod, Instant now) {
        ObjectNode change = Json.object();
        change.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "False")
                .put("lastTransitionTime", time(now));
        return new ClusterAction.PatchObject<>(
                Kinds.PODS, pod, Patch.strategic(change).onlyIfUnchanged(pod).status());
    }

    static ClusterAction.RecordEvent nodeEvent(Node node, String reason, String what) {
        return ClusterAction.RecordEvent.normal(
                about(node), reason, "Node %s event: %s".formatted(node.meta().name(), what));
    }

    private static ObjectReference about(Node node) {
        return new ObjectReference(
                "v1", "Node", "", node.meta().name(), node.meta().uid(), "");
    }

    private static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
