package dev.stowage.explain.clusterstate;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The cluster at one moment, read from a server or from a bundle.
///
/// @param taken when it was read; ages are relative to it, so that a bundle gives the same result years later
/// @param version of the server, for example `v1.36.3`
/// @param resources what was seen
/// @param notListed why a kind could not be listed: forbidden, or unknown to this server
public record ClusterState(
        Instant taken,
        String version,
        Map<ResourceKind, List<KubeResource>> resources,
        Map<ResourceKind, String> notListed) {

    public ClusterState {
        resources = Map.copyOf(resources);
        notListed = Map.copyOf(notListed);
    }

    public List<KubeResource> all(ResourceKind resourceKind) {
        return resources.getOrDefault(resourceKind, List.of());
    }

    /// @param namespace empty for objects of the whole cluster
    public Optional<KubeResource> find(ResourceKind resourceKind, String namespace, String name) {
        return all(resourceKind).stream()
                .filter(kubeResource -> kubeResource.name().equals(name)
                        && kubeResource.namespace().equals(namespace))
                .findFirst();
    }

    public Optional<KubeResource> find(ResourceKind resourceKind, String name) {
        return find(resourceKind, "", name);
    }

    /// Whether the kind was listed; nothing is known about kinds that were not.
    public boolean isListed(ResourceKind resourceKind) {
        return !notListed.containsKey(resourceKind);
    }

    /// The events of this object, the latest first; those of an older object with the same name are excluded.
    public List<ResourceEvent> events(KubeResource about) {
        return events(all(ResourceKind.EVENT).stream()
                .filter(event -> event.text("/involvedObject/uid").equals(about.uid())));
    }

    private static List<ResourceEvent> events(Stream<KubeResource> events) {
        return events.map(ResourceEvent::read)
                .sorted(Comparator.comparing(ResourceEvent::last).reversed())
                .toList();
    }
}
