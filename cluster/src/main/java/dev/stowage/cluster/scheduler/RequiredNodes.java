package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.LabelRequirement;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The nodes that a pod requires by name, as pods of DaemonSets do: then no other node is checked.
///
/// @param names empty when every node is allowed
record RequiredNodes(Optional<Set<String>> names) {

    /// One of the terms has to match, so every one of them must require names.
    static RequiredNodes of(List<NodeSelectorTerm> terms) {
        Set<String> all = new HashSet<>();
        for (NodeSelectorTerm term : terms) {
            Optional<Set<String>> ofTerm = term.fields().stream()
                    .filter(field ->
                            field.key().equals("metadata.name") && field.operator() == LabelRequirement.Operator.IN)
                    .map(LabelRequirement::values)
                    .<Set<String>>map(HashSet::new)
                    .reduce((some, others) -> {
                        some.retainAll(others);
                        return some;
                    });
            if (ofTerm.isEmpty()) {
                return new RequiredNodes(Optional.empty());
            }
            all.addAll(ofTerm.get());
        }
        return new RequiredNodes(terms.isEmpty() ? Optional.empty() : Optional.of(Set.copyOf(all)));
    }

    boolean isNone() {
        return names.isPresent() && names.get().isEmpty();
    }

    boolean contains(String node) {
        return names.isEmpty() || names.get().contains(node);
    }
}
