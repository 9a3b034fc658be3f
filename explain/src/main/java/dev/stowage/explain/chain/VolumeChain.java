package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One volume and the objects it depends on. An empty one does not exist: not created yet, or deleted.
///
/// @param subject the object to explain
/// @param pod the pod that uses it, or will; when several do, the one in the worst state
/// @param attachment of the volume to the pod's node
/// @param node where the pod is
/// @param csiNode what is registered there
/// @param csiDriver what the driver says about itself
/// @param snapshot the subject, or the data source of the claim
/// @param driver its name, empty if unknown
/// @param inPod what the pod calls the volume; empty when no pod uses it
public record VolumeChain(
        ClusterState clusterState,
        KubeResource subject,
        Optional<KubeResource> pod,
        Optional<KubeResource> claim,
        Optional<KubeResource> storageClass,
        Optional<KubeResource> volume,
        Optional<KubeResource> attachment,
        Optional<KubeResource> node,
        Optional<KubeResource> csiNode,
        Optional<KubeResource> csiDriver,
        Optional<KubeResource> snapshot,
        Optional<KubeResource> content,
        String driver,
        String inPod) {

    /// The events of all objects of the chain, the latest of each first.
    public Stream<ResourceEvent> told() {
        return Stream.of(pod, claim, volume, attachment, snapshot, content, node)
                .flatMap(each -> each.map(clusterState::events).orElse(List.of()).stream());
    }

    public Duration since(Instant moment) {
        return Duration.between(moment, clusterState.taken());
    }
}
