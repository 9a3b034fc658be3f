package dev.stowage.control.attach;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
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
final class NodeDecision {

    private NodeDecision() {}

    static List<Act> of(NodeView view) {
        Map<String, NodeView.Item> items = view.items().stream()
                .collect(Collectors.toMap(NodeView.Item::volume, Function.identity(), (first, _) -> first));
        List<AttachedVolume> before = view.node().attached();
        List<AttachedVolume> after = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (AttachedVolume volume : before) {
            NodeView.Item item = items.get(volume.name());
            // Others than those of CSI are not ours to judge.
            boolean stays = !CsiVolume.isUniqueName(volume.name()) || (item != null && item.isSafe());
            if (stays && told.add(volume.name())) {
                after.add(volume);
            }
        }
        List<NodeView.Item> added = !Site.of(view.node()).managed()
                ? List.of()
                : items.values().stream()
                        .filter(item -> item.isSafe() && !item.pods().isEmpty() && !told.contains(item.volume()))
                        .sorted(Comparator.comparing(NodeView.Item::volume))
                        .toList();
        added.forEach(item -> after.add(new AttachedVolume(item.volume(), "")));
        if (after.equals(before)) {
            return List.of();
        }
        List<Act> acts = new ArrayList<>();
        acts.add(new Act.Change<>(Kinds.NODES, view.node(), patch(after)));
        added.forEach(item -> acts.addAll(Messages.attached(item.title(), item.pods())));
        return acts;
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
