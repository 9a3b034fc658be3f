package dev.stowage.cluster.discovery;

import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.List;
import java.util.Set;

/// A resource in the version that the server prefers.
public record DiscoveredResource(Kind<PartialObjectMetadata> kind, Set<String> verbs) {

    public boolean can(String... wanted) {
        return verbs.containsAll(List.of(wanted));
    }
}
