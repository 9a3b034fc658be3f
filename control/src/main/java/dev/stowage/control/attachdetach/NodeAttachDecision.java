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

/// What the status of a node shall tell as attached, in one patch for all its volumes.
///
/// What was told stays until it is no longer so, or is about to be no longer so. What is new is told when somebody
/// wants
/// it: who wants nothing reads nothing.
final class NodeAttachDecision {

    private NodeAttachDecision() {}

    static List<ClusterAction> of(NodeAttachState view) {
        Map<String, NodeAttachState.AttachedVolume> items = view.volumes().stream()
                .collect(Collectors.toMap(
                        NodeAttachState.AttachedVolume::volume, Function.identity(), (first, _) -> first));
        List<AttachedVolume> before = view.node().attached();
        List<AttachedVolume> after = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (AttachedVolume volume : before) {
            NodeAttachState.AttachedVolume attachedVolume = items.get(volume.name());
            // Others than those of CSI are not ours to judge.
            boolean stays =
                    !CsiVolume.isUniqueName(volume.name()) || (attachedVolume != null && attachedVolume.isSafe());
            if (stays && told.add(volume.name())) {
                after.add(volume);
            }
        }
        List<NodeAttachState.AttachedVolume> added = !NodeState.of(view.node()).managed()
                ? List.of()
                : items.values().stream()
                        .filter(attachedVolume -> attachedVolume.isSafe()
                                && !attachedVolume.pods().isEmpty()
                                && !told.contains(attachedVolume.volume()))
                        .sorted(Comparator.comparing(NodeAttachState.AttachedVolume::volume))
                        .toList();
        added.forEach(attachedVolume -> after.add(new AttachedVolume(attachedVolume.volume(), "")));
        if (after.equals(before)) {
            return List.of();
        }
        List<ClusterAction> actions = new ArrayList<>();
        actions.add(new ClusterAction.PatchObject<>(Kinds.NODES, view.node(), patch(after)));
        added.forEach(attachedVolume ->
                actions.addAll(AttachDetachEvents.attached(attachedVolume.title(), attachedVolume.pods())));
        return actions;
    }

    /// Not bound to the version that was seen: nobody else writes this list, and the kubelet writes the rest of the
    /// status all the time.
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
