package dev.stowage.explain.cause.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The data source of a claim.
///
/// @param kind a snapshot, or another claim
record ClaimDataSource(ResourceKind kind, String namespace, String name) {

    /// Empty if the claim has no data source, or one of another kind.
    static Optional<ClaimDataSource> of(KubeResource claim) {
        return Stream.of("/spec/dataSourceRef", "/spec/dataSource")
                .map(pointer -> claim.json().at(pointer))
                .filter(JsonNode::isObject)
                .findFirst()
                .flatMap(reference -> read(claim, reference));
    }

    private static Optional<ClaimDataSource> read(KubeResource claim, JsonNode reference) {
        String namespace = reference.path("namespace").asText(claim.namespace());
        String name = reference.path("name").asText("");
        String group = reference.path("apiGroup").asText("");
        return switch (reference.path("kind").asText("")) {
            case "VolumeSnapshot" -> Optional.of(new ClaimDataSource(ResourceKind.SNAPSHOT, namespace, name));
            case "PersistentVolumeClaim" ->
                group.isEmpty()
                        ? Optional.of(new ClaimDataSource(ResourceKind.CLAIM, namespace, name))
                        : Optional.empty();
            // Volume populators handle other kinds.
            default -> Optional.empty();
        };
    }

    String title() {
        return kind.shortName() + "/" + name;
    }

    Optional<KubeResource> find(ClusterState clusterState) {
        return clusterState.find(kind, namespace, name);
    }

    /// Objects of the same name in other namespaces, and others in the same namespace: possible intended sources.
    List<String> others(ClusterState clusterState) {
        return clusterState.all(kind).stream()
                .filter(each -> each.name().equals(name) || each.namespace().equals(namespace))
                .map(each -> each.namespace() + "/" + each.name())
                .limit(5)
                .toList();
    }
}
