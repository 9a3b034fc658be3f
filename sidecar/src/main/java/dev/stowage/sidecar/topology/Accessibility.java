package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.k8s.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// From a wish to what the driver is asked.
public final class Accessibility {

    private Accessibility() {}

    public static Answer decide(Wish wish, View view) {
        return wish.selectedNode().isEmpty() ? spread(wish, view) : near(wish, view);
    }

    /// Nobody chose a node: the driver gets every place, and claims begin at different ones.
    private static Answer spread(Wish wish, View view) {
        List<Segment> requisite;
        if (!wish.allowed().isEmpty()) {
            requisite = flatten(wish.allowed());
        } else if (wish.immediate()) {
            List<String> keys = view.keysAnywhere();
            if (keys.isEmpty()) {
                return new Answer.NotNow("no available topology found");
            }
            requisite = view.segmentsBy(keys);
            if (requisite.isEmpty()) {
                return nowhere(keys);
            }
        } else {
            return new Answer.Anywhere();
        }
        requisite = sorted(requisite);
        return requisite.isEmpty()
                ? new Answer.Anywhere()
                : require(requisite, Spread.from(Spread.start(wish.claimName(), requisite.size()), requisite));
    }

    private static Answer near(Wish wish, View view) {
        String node = wish.selectedNode();
        Optional<List<String>> found = view.keysOn(node);
        if (found.isEmpty()) {
            return new Answer.Reschedule(
                    "failed to get selected CSINode " + node + ": csinode.storage.k8s.io \"" + node + "\" not found");
        }
        List<String> keys = found.get();
        if (keys.isEmpty()) {
            // Either the driver does not run there, or it is just being restarted.
            return new Answer.NotNow("no topology key found for node " + node);
        }
        Optional<Segment> selected = view.segmentOf(node, keys);
        if (selected.isEmpty()) {
            return new Answer.NotNow("the labels of the selected node " + node
                    + " lack some of the topology keys of its CSINode " + keys);
        }
        return wish.strict() ? only(wish, selected.get()) : first(wish, view, keys, selected.get());
    }

    private static Answer only(Wish wish, Segment selected) {
        List<Segment> allowed = flatten(wish.allowed());
        if (!wish.allowed().isEmpty() && allowed.stream().noneMatch(place -> place.contains(selected))) {
            return new Answer.NotNow("selected node " + wish.selectedNode() + " with topology " + selected
                    + " is not in the allowed topologies " + allowed);
        }
        return require(List.of(selected), List.of(selected));
    }

    /// The chosen node's place is tried first; the others stay possible, for volumes that span several.
    private static Answer first(Wish wish, View view, List<String> keys, Segment selected) {
        List<Segment> requisite = wish.allowed().isEmpty() ? view.segmentsBy(keys) : flatten(wish.allowed());
        if (requisite.isEmpty()) {
            return wish.allowed().isEmpty() ? nowhere(keys) : new Answer.Anywhere();
        }
        List<Segment> places = sorted(requisite);
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).contains(selected)) {
                return require(places, Spread.from(i, places));
            }
        }
        return new Answer.NotNow("topology " + selected + " of the selected node " + wish.selectedNode()
                + " is in none of the places that are possible: " + places);
    }

    private static Answer nowhere(List<String> keys) {
        return new Answer.NotNow("topology keys " + keys + " were not found on any nodes");
    }

    private static List<Segment> sorted(List<Segment> places) {
        return places.stream().sorted().distinct().toList();
    }

    private static Answer require(List<Segment> requisite, List<Segment> preferred) {
        var requirement = TopologyRequirement.newBuilder();
        requisite.stream().map(Segment::message).forEach(requirement::addRequisite);
        preferred.stream().map(Segment::message).forEach(requirement::addPreferred);
        return new Answer.Require(requirement.build());
    }

    /// A class allows alternatives of lists of values; the driver knows alternatives of single values. `zone in (a, b)
    /// and rack in (1, 2)` becomes four places.
    static List<Segment> flatten(List<List<LabelSelector.Requirement>> allowed) {
        List<Segment> places = new ArrayList<>();
        for (List<LabelSelector.Requirement> alternative : allowed) {
            List<List<Segment.Entry>> narrowed = List.of();
            for (LabelSelector.Requirement label : alternative) {
                narrowed = combine(narrowed, label);
            }
            narrowed.forEach(entries -> places.add(new Segment(entries)));
        }
        return places;
    }

    private static List<List<Segment.Entry>> combine(
            List<List<Segment.Entry>> places, LabelSelector.Requirement label) {
        List<List<Segment.Entry>> combined = new ArrayList<>();
        for (String value : label.values()) {
            Segment.Entry entry = new Segment.Entry(label.key(), value);
            if (places.isEmpty()) {
                combined.add(List.of(entry));
            }
            for (List<Segment.Entry> place : places) {
                List<Segment.Entry> longer = new ArrayList<>(place);
                longer.add(entry);
                combined.add(longer);
            }
        }
        return combined;
    }
}
