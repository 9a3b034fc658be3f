package dev.stowage.explain.cause.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The nodes from which a volume is accessible.
///
/// @param terms of the volume's required node affinity; one of them must hold
record VolumeNodeAffinity(JsonNode terms) {

    /// Empty for a volume that is accessible from every node.
    static Optional<VolumeNodeAffinity> of(KubeResource volume) {
        JsonNode terms = volume.json().at("/spec/nodeAffinity/required/nodeSelectorTerms");
        return terms.isEmpty() ? Optional.empty() : Optional.of(new VolumeNodeAffinity(terms));
    }

    boolean match(KubeResource node) {
        return terms.valueStream().anyMatch(term -> matches(term, node));
    }

    private static boolean matches(JsonNode term, KubeResource node) {
        JsonNode labels = term.path("matchExpressions");
        JsonNode fields = term.path("matchFields");
        return !(labels.isEmpty() && fields.isEmpty())
                && labels.valueStream()
                        .allMatch(each -> holds(
                                each,
                                node.label(each.path("key").asText("")).stream().toList()))
                && fields.valueStream().allMatch(each -> holds(each, List.of(node.name())));
    }

    /// @param found the value that the node has; empty when it has none
    private static boolean holds(JsonNode expression, List<String> found) {
        List<String> values =
                expression.path("values").valueStream().map(JsonNode::asText).toList();
        return switch (expression.path("operator").asText("")) {
            case "In" -> found.stream().anyMatch(values::contains);
            case "NotIn" -> found.stream().noneMatch(values::contains);
            case "Exists" -> !found.isEmpty();
            case "DoesNotExist" -> found.isEmpty();
            case "Gt" -> compare(found, values) > 0;
            case "Lt" -> compare(found, values) < 0;
            default -> false;
        };
    }

    private static int compare(List<String> found, List<String> values) {
        try {
            return found.isEmpty() || values.isEmpty()
                    ? 0
                    : Long.compare(Long.parseLong(found.getFirst()), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// The required values: names of nodes, mostly.
    TreeSet<String> values() {
        TreeSet<String> all = new TreeSet<>();
        terms.findValues("values").forEach(list -> list.forEach(each -> all.add(each.asText(""))));
        return all;
    }

    /// In one line, such as `kubernetes.io/hostname In [node-1]`.
    @Override
    public String toString() {
        return terms.valueStream()
                .flatMap(term -> term.valueStream().flatMap(JsonNode::valueStream))
                .map(each -> each.path("key").asText("") + " "
                        + each.path("operator").asText("") + " "
                        + each.path("values")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList())
                .limit(4)
                .toList()
                .toString();
    }
}
