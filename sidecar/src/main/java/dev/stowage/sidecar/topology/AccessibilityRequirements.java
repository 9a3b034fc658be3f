package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.k8s.LabelRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Computes the topology requirements of CreateVolume.
public final class AccessibilityRequirements {

    private AccessibilityRequirements() {}

    public static AccessibilityDecision decide(AccessibilityRequest request, TopologyState state) {
        return request.selectedNode().isEmpty() ? spread(request, state) : near(request, state);
    }

    /// No node is selected: the driver gets all segments, and claims start at different ones.
    private static AccessibilityDecision spread(AccessibilityRequest request, TopologyState state) {
        List<TopologySegment> requisite;
        if (!request.allowed().isEmpty()) {
            requisite = flatten(request.allowed());
        } else if (request.immediate()) {
            List<String> keys = state.anyTopologyKeys();
            if (keys.isEmpty()) {
                return new AccessibilityDecision.NotNow("no available topology found");
            }
            requisite = state.segmentsBy(keys);
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
                                StatefulSetSpread.start(request.claimName(), requisite.size()), requisite));
    }

    private static AccessibilityDecision near(AccessibilityRequest request, TopologyState state) {
        String node = request.selectedNode();
        Optional<List<String>> found = state.topologyKeys(node);
        if (found.isEmpty()) {
            return new AccessibilityDecision.Reschedule(
                    "failed to get selected CSINode " + node + ": csinode.storage.k8s.io \"" + node + "\" not found");
        }
        List<String> keys = found.get();
        if (keys.isEmpty()) {
            // Either the driver does not run there, or it is restarting.
            return new AccessibilityDecision.NotNow("no topology key found for node " + node);
        }
        Optional<TopologySegment> selected = state.segmentOf(node, keys);
        if (selected.isEmpty()) {
            return new AccessibilityDecision.NotNow("the labels of the selected node " + node
                    + " lack some of the topology keys of its CSINode " + keys);
        }
        return request.strict() ? only(request, selected.get()) : first(request, state, keys, selected.get());
    }

    private static AccessibilityDecision only(AccessibilityRequest request, TopologySegment selected) {
        List<TopologySegment> allowed = flatten(request.allowed());
        if (!request.allowed().isEmpty() && allowed.stream().noneMatch(place -> place.contains(selected))) {
            return new AccessibilityDecision.NotNow("selected node " + request.selectedNode() + " with topology "
                    + selected + " is not in the allowed topologies " + allowed);
        }
        return require(List.of(selected), List.of(selected));
    }

    /// The segment of the selected node is preferred; the others stay allowed, for volumes that span several.
    private static AccessibilityDecision first(
            AccessibilityRequest request, TopologyState state, List<String> keys, TopologySegment selected) {
        List<TopologySegment> requisite =
                request.allowed().isEmpty() ? state.segmentsBy(keys) : flatten(request.allowed());
        if (requisite.isEmpty()) {
            return request.allowed().isEmpty() ? nowhere(keys) : new AccessibilityDecision.Anywhere();
        }
        List<TopologySegment> places = sorted(requisite);
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).contains(selected)) {
                return require(places, StatefulSetSpread.from(i, places));
            }
        }
        return new AccessibilityDecision.NotNow("topology " + selected + " of the selected node "
                + request.selectedNode() + " is in none of the places that are possible: " + places);
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

    /// A class allows alternatives of lists of values; the driver takes alternatives of single values. `zone
    /// in (a, b) and rack in (1, 2)` becomes four segments.
    static List<TopologySegment> flatten(List<List<LabelRequirement>> allowed) {
        List<TopologySegment> places = new ArrayList<>();
        for (List<LabelRequirement> alternative : allowed) {
            List<List<TopologySegment.Entry>> narrowed = List.of();
            for (LabelRequirement label : alternative) {
                narrowed = combine(narrowed, label);
            }
            narrowed.forEach(entries -> places.add(new TopologySegment(entries)));
        }
        return places;
    }

    private static List<List<TopologySegment.Entry>> combine(
            List<List<TopologySegment.Entry>> places, LabelRequirement label) {
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
