package dev.stowage.kube.csitranslation;

import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The topology of in-tree volumes: current or beta labels of Kubernetes, on the volume or in its node
/// affinity.
///
/// @param zone the label for zones that is in use
/// @param region the label for regions that goes with it
record ZoneLabels(String zone, String region) {
    /// Between the zones of one label.
    static final String DELIMITER = "__";

    static final ZoneLabels CURRENT = new ZoneLabels(NodeKeys.TOPOLOGY_ZONE, NodeKeys.TOPOLOGY_REGION);
    static final ZoneLabels BYGONE = new ZoneLabels(NodeKeys.BETA_ZONE, NodeKeys.BETA_REGION);

    static boolean isZone(String label) {
        return label.equals(CURRENT.zone) || label.equals(BYGONE.zone);
    }

    /// The node affinity takes precedence over labels, and current labels over beta labels.
    static ZoneLabels inUse(Predicate<String> affinityHas, Predicate<String> labelsHave) {
        if (affinityHas.test(CURRENT.zone)) {
            return CURRENT;
        }
        if (affinityHas.test(BYGONE.zone)) {
            return BYGONE;
        }
        return !labelsHave.test(CURRENT.zone) && labelsHave.test(BYGONE.zone) ? BYGONE : CURRENT;
    }

    /// The node affinity with the driver's topology key.
    static List<NodeSelectorTerm> toCsi(PersistentVolume old, String zoneKey) {
        ZoneLabels used = inUse(old);
        List<NodeSelectorTerm> terms = moved(old, old.nodeTerms(), used.zone, zoneKey, true);
        // Current nodes do not have the beta labels.
        return used.equals(BYGONE) ? renamed(terms, BYGONE.region, CURRENT.region) : terms;
    }

    /// The same for drivers that know regions too; their labels hold one zone each.
    static List<NodeSelectorTerm> toCsi(PersistentVolume old, String zoneKey, String regionKey) {
        ZoneLabels used = inUse(old);
        List<NodeSelectorTerm> terms = moved(old, old.nodeTerms(), used.zone, zoneKey, false);
        return moved(old, terms, used.region, regionKey, false);
    }

    private static ZoneLabels inUse(PersistentVolume old) {
        return inUse(key -> hasKey(old.nodeTerms(), key), old.meta().labels()::containsKey);
    }

    private static List<NodeSelectorTerm> moved(
            PersistentVolume old, List<NodeSelectorTerm> terms, String from, String to, boolean several) {
        if (hasKey(terms, from)) {
            return renamed(terms, from, to);
        }
        String label = old.meta().labels().getOrDefault(from, "");
        TreeSet<String> values = new TreeSet<>();
        (several ? Arrays.stream(label.split(DELIMITER, -1)) : Arrays.stream(new String[] {label}))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .forEach(values::add);
        return values.isEmpty() ? terms : added(terms, LabelRequirement.in(to, List.copyOf(values)));
    }

    private static boolean hasKey(List<NodeSelectorTerm> terms, String key) {
        return terms.stream()
                .flatMap(term -> term.labels().stream())
                .anyMatch(label -> label.key().equals(key));
    }

    private static List<NodeSelectorTerm> renamed(List<NodeSelectorTerm> terms, String from, String to) {
        return terms.stream()
                .map(term -> new NodeSelectorTerm(
                        term.labels().stream()
                                .map(label -> label.key().equals(from)
                                        ? new LabelRequirement(to, label.operator(), label.values())
                                        : label)
                                .toList(),
                        term.fields()))
                .toList();
    }

    private static List<NodeSelectorTerm> added(List<NodeSelectorTerm> terms, LabelRequirement more) {
        List<NodeSelectorTerm> all = terms.isEmpty() ? List.of(new NodeSelectorTerm(List.of(), List.of())) : terms;
        return all.stream()
                .map(term -> {
                    List<LabelRequirement> labels = new ArrayList<>(term.labels());
                    labels.add(more);
                    return new NodeSelectorTerm(List.copyOf(labels), term.fields());
                })
                .toList();
    }

    /// The one region of some zones.
    ///
    /// @throws IllegalArgumentException when there is none, or more than one
    static String only(Map<String, String> regionByZone) {
        TreeSet<String> regions = new TreeSet<>(regionByZone.values());
        if (regions.size() != 1) {
            throw new IllegalArgumentException("zones " + new TreeSet<>(regionByZone.keySet()) + " are in regions "
                    + regions + ", but must be in one region");
        }
        return regions.first();
    }
}
