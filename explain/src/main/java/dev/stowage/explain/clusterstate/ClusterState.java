package dev.stowage.explain.clusterstate;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The cluster at one moment. Taken from a server or read from a bundle; what is asked of it is the same.
///
/// @param taken when; all ages count from it, so that a bundle tells the same years later
/// @param version of the server, for example `v1.36.3`
/// @param resources what was seen
/// @param notListed why a sort of things could not be looked at: no right to, or no such sort on this server
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

    /// Nothing can be said about what was not looked at.
    public boolean isListed(ResourceKind resourceKind) {
        return !notListed.containsKey(resourceKind);
    }

    /// What was told about this very object, the latest first. An older one of the same name is not meant.
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
