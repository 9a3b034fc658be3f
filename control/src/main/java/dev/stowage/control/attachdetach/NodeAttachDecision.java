package dev.stowage.control.attachdetach;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node.AttachedVolume;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What the status of a node must report as attached, in one patch for all its volumes.
///
/// A reported volume stays until it is detached or about to be. A new one is reported when a pod needs it;
/// otherwise no one reads it.
final class NodeAttachDecision {

    private NodeAttachDecision() {}

    static List<ClusterAction> of(NodeAttachState state) {
        Map<String, NodeAttachState.AttachedVolume> items = state.volumes().stream()
                .collect(Collectors.toMap(
                        NodeAttachState.AttachedVolume::volume, Function.identity(), (first, _) -> first));
        List<AttachedVolume> before = state.node().attached();
        List<AttachedVolume> after = new ArrayList<>();
        Set<String> reported = new HashSet<>();
        for (AttachedVolume volume : before) {
            NodeAttachState.AttachedVolume attachedVolume = items.get(volume.name());
            // Volumes that are not CSI volumes belong to other controllers.
            boolean stays =
                    !CsiVolume.isUniqueName(volume.name()) || (attachedVolume != null && attachedVolume.isSafe());
            if (stays && reported.add(volume.name())) {
                after.add(volume);
            }
        }
        List<NodeAttachState.AttachedVolume> added = !NodeState.of(state.node()).managed()
                ? List.of()
                : items.values().stream()
                        .filter(attachedVolume -> attachedVolume.isSafe()
                                && !attachedVolume.pods().isEmpty()
                                && !reported.contains(attachedVolume.volume()))
                        .sorted(Comparator.comparing(NodeAttachState.AttachedVolume::volume))
                        .toList();
        added.forEach(attachedVolume -> after.add(new AttachedVolume(attachedVolume.volume(), "")));
        if (after.equals(before)) {
            return List.of();
        }
        List<ClusterAction> actions = new ArrayList<>();
        actions.add(new ClusterAction.PatchObject<>(Kinds.NODES, state.node(), patch(after)));
        added.forEach(attachedVolume ->
                actions.addAll(AttachDetachEvents.attached(attachedVolume.title(), attachedVolume.pods())));
        return actions;
    }

    /// Without a resourceVersion: no one else writes this list, and the kubelet writes the rest of the status
    /// all the time.
    private static Patch patch(List<AttachedVolume> volumes) {
        ObjectNode body = Json.object();
        ObjectNode status = body.putObject("status");
        if (volumes.isEmpty()) {
            status.putNull("volumesAttached");
        } else {
            ArrayNode list = status.putArray("volumesAttached");
            volumes.forEach(
                    volume -> list.addObject().put("name", volume.name()).put("devicePath", volume.devicePath()));
        }
        return Patch.merge(body).status();
    }
}
