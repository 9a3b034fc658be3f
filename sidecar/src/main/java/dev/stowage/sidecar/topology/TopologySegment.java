package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelRequirement.Operator;
import dev.stowage.k8s.LabelSelector;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A part of the cluster: all nodes that have these labels. Segments are compared by value.
///
/// @param entries sorted; an empty segment is the whole cluster
public record TopologySegment(List<Entry> entries) implements Comparable<TopologySegment> {

    /// One label.
    public record Entry(String key, String value) implements Comparable<Entry> {
        private static final Comparator<Entry> ORDER =
                Comparator.comparing(Entry::key).thenComparing(Entry::value);

        @Override
        public int compareTo(Entry other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    public TopologySegment {
        entries = entries.stream().sorted().toList();
    }

    public static TopologySegment of(Map<String, String> labels) {
        return new TopologySegment(labels.entrySet().stream()
                .map(label -> new Entry(label.getKey(), label.getValue()))
                .toList());
    }

    /// The values of the keys on a node; empty when the node lacks one of them.
    public static Optional<TopologySegment> of(Collection<String> keys, Map<String, String> labels) {
        List<Entry> entries = new ArrayList<>(keys.size());
        for (String key : keys) {
            String value = labels.get(key);
            if (value == null) {
                return Optional.empty();
            }
            entries.add(new Entry(key, value));
        }
        return Optional.of(new TopologySegment(entries));
    }

    /// The segment of a volume's node affinity; empty for terms that the provisioner does not write.
    public static Optional<TopologySegment> of(PersistentVolume.NodeSelectorTerm term) {
        boolean plain = term.fields().isEmpty()
                && term.labels().stream()
                        .allMatch(label -> label.operator() == Operator.IN
                                && label.values().size() == 1);
        return plain
                ? Optional.of(new TopologySegment(term.labels().stream()
                        .map(label -> new Entry(label.key(), label.values().getFirst()))
                        .toList()))
                : Optional.empty();
    }

    /// The segment of a CSIStorageCapacity; empty for a selector that the provisioner does not write.
    public static Optional<TopologySegment> of(LabelSelector selector) {
        return selector.matchExpressions().isEmpty() ? Optional.of(of(selector.matchLabels())) : Optional.empty();
    }

    public Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        entries.forEach(entry -> labels.put(entry.key(), entry.value()));
        return labels;
    }

    public Topology message() {
        return Topology.newBuilder().putAllSegments(labels()).build();
    }

    /// Whether every node of the other segment is in this one.
    boolean contains(TopologySegment other) {
        return other.entries.containsAll(entries);
    }

    /// Fewer labels first, then by the first label that differs: the order in which claims are spread.
    @Override
    public int compareTo(TopologySegment other) {
        if (entries.size() != other.entries.size()) {
            return Integer.compare(entries.size(), other.entries.size());
        }
        for (int i = 0; i < entries.size(); i++) {
            int order = entries.get(i).compareTo(other.entries.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
