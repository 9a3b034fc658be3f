package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.k8s.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// From a wish to what the driver is asked.
public final class AccessibilityRequirements {

    private AccessibilityRequirements() {}

    public static AccessibilityDecision decide(AccessibilityRequest accessibilityRequest, TopologyState topologyState) {
        return accessibilityRequest.selectedNode().isEmpty()
                ? spread(accessibilityRequest, topologyState)
                : near(accessibilityRequest, topologyState);
    }

    /// Nobody chose a node: the driver gets every place, and claims begin at different ones.
    private static AccessibilityDecision spread(
            AccessibilityRequest accessibilityRequest, TopologyState topologyState) {
        List<TopologySegment> requisite;
        if (!accessibilityRequest.allowed().isEmpty()) {
            requisite = flatten(accessibilityRequest.allowed());
        } else if (accessibilityRequest.immediate()) {
            List<String> keys = topologyState.anyTopologyKeys();
            if (keys.isEmpty()) {
                return new AccessibilityDecision.NotNow("no available topology found");
            }
            requisite = topologyState.segmentsBy(keys);
            if (requisite.isEmpty()) {
                return nowhere(keys);
            }
        } else {
            return new AccessibilityDecision.Anywhere();
        }
        requisite = sorted(requisite);
        return requisite.isEmpty()
                ? new AccessibilityDecision.Anywhere()
                : require(
                        requisite,
                        StatefulSetSpread.from(
                                StatefulSetSpread.start(accessibilityRequest.claimName(), requisite.size()),
                                requisite));
    }

    private static AccessibilityDecision near(AccessibilityRequest accessibilityRequest, TopologyState topologyState) {
        String node = accessibilityRequest.selectedNode();
        Optional<List<String>> found = topologyState.topologyKeys(node);
        if (found.isEmpty()) {
            return new AccessibilityDecision.Reschedule(
                    "failed to get selected CSINode " + node + ": csinode.storage.k8s.io \"" + node + "\" not found");
        }
        List<String> keys = found.get();
        if (keys.isEmpty()) {
            // Either the driver does not run there, or it is just being restarted.
            return new AccessibilityDecision.NotNow("no topology key found for node " + node);
        }
        Optional<TopologySegment> selected = topologyState.segmentOf(node, keys);
        if (selected.isEmpty()) {
            return new AccessibilityDecision.NotNow("the labels of the selected node " + node
                    + " lack some of the topology keys of its CSINode " + keys);
        }
        return accessibilityRequest.strict()
                ? only(accessibilityRequest, selected.get())
                : first(accessibilityRequest, topologyState, keys, selected.get());
    }

    private static AccessibilityDecision only(AccessibilityRequest accessibilityRequest, TopologySegment selected) {
        List<TopologySegment> allowed = flatten(accessibilityRequest.allowed());
        if (!accessibilityRequest.allowed().isEmpty()
                && allowed.stream().noneMatch(place -> place.contains(selected))) {
            return new AccessibilityDecision.NotNow("selected node " + accessibilityRequest.selectedNode()
                    + " with topology " + selected + " is not in the allowed topologies " + allowed);
        }
        return require(List.of(selected), List.of(selected));
    }

    /// The chosen node's place is tried first; the others stay possible, for volumes that span several.
    private static AccessibilityDecision first(
            AccessibilityRequest accessibilityRequest,
            TopologyState topologyState,
            List<String> keys,
            TopologySegment selected) {
        List<TopologySegment> requisite = accessibilityRequest.allowed().isEmpty()
                ? topologyState.segmentsBy(keys)
                : flatten(accessibilityRequest.allowed());
        if (requisite.isEmpty()) {
            return accessibilityRequest.allowed().isEmpty() ? nowhere(keys) : new AccessibilityDecision.Anywhere();
        }
        List<TopologySegment> places = sorted(requisite);
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).contains(selected)) {
                return require(places, StatefulSetSpread.from(i, places));
            }
        }
        return new AccessibilityDecision.NotNow("topology " + selected + " of the selected node "
                + accessibilityRequest.selectedNode() + " is in none of the places that are possible: " + places);
    }

    private static AccessibilityDecision nowhere(List<String> keys) {
        return new AccessibilityDecision.NotNow("topology keys " + keys + " were not found on any nodes");
    }

    private static List<TopologySegment> sorted(List<TopologySegment> places) {
        return places.stream().sorted().distinct().toList();
    }

    private static AccessibilityDecision require(List<TopologySegment> requisite, List<TopologySegment> preferred) {
        var requirement = TopologyRequirement.newBuilder();
        requisite.stream().map(TopologySegment::message).forEach(requirement::addRequisite);
        preferred.stream().map(TopologySegment::message).forEach(requirement::addPreferred);
        return new AccessibilityDecision.Require(requirement.build());
    }

    /// A class allows alternatives of lists of values; the driver knows alternatives of single values. `zone
    /// in (a, b)
    /// and rack in (1, 2)` becomes four places.
    static List<TopologySegment> flatten(List<List<LabelSelector.Requirement>> allowed) {
        List<TopologySegment> places = new ArrayList<>();
        for (List<LabelSelector.Requirement> alternative : allowed) {
            List<List<TopologySegment.Entry>> narrowed = List.of();
            for (LabelSelector.Requirement label : alternative) {
                narrowed = combine(narrowed, label);
            }
            narrowed.forEach(entries -> places.add(new TopologySegment(entries)));
        }
        return places;
    }

    private static List<List<TopologySegment.Entry>> combine(
            List<List<TopologySegment.Entry>> places, LabelSelector.Requirement label) {
        List<List<TopologySegment.Entry>> combined = new ArrayList<>();
        for (String value : label.values()) {
            TopologySegment.Entry entry = new TopologySegment.Entry(label.key(), value);
            if (places.isEmpty()) {
                combined.add(List.of(entry));
            }
            for (List<TopologySegment.Entry> place : places) {
                List<TopologySegment.Entry> longer = new ArrayList<>(place);
                longer.add(entry);
                combined.add(longer);
            }
        }
        return combined;
    }
}
