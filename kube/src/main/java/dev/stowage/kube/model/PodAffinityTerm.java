package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A term of pod affinity: other pods, and a topology.
///
/// @param pods by their labels; null for none at all
/// @param namespaces where they are; empty, and without a selector, for the pod's own
/// @param namespaceLabels further namespaces, by their labels; null for no more
/// @param topologyKey the label that nodes of one topology domain share
public record PodAffinityTerm(
        @Nullable LabelSelector pods,
        List<String> namespaces,
        @Nullable LabelSelector namespaceLabels,
        String topologyKey) {

    static PodAffinityTerm read(JsonNode node) {
        return new PodAffinityTerm(
                LabelSelector.read(node.path("labelSelector")),
                JsonFields.texts(node.path("namespaces")),
                LabelSelector.read(node.path("namespaceSelector")),
                JsonFields.shared(node, "topologyKey"));
    }

    /// @param ownNamespace the namespace of the pod whose term this is
    /// @param labels of the other pod's namespace
    public boolean matches(ObjectMeta other, String ownNamespace, Map<String, String> labels) {
        boolean home = namespaces.isEmpty() && namespaceLabels == null;
        boolean there = home
                ? other.namespace().equals(ownNamespace)
                : namespaces.contains(other.namespace())
                        || (namespaceLabels != null && namespaceLabels.matches(labels));
        return there && pods != null && pods.matches(other.labels());
    }
}
