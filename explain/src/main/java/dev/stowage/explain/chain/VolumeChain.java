package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One volume and everything that it hangs on. What is empty is not there: not made yet, or gone.
///
/// @param subject what was asked about
/// @param pod who uses it, or wants to; when several do, the one in the worst state
/// @param attachment of the volume to the pod's node
/// @param node where the pod is
/// @param csiNode what is registered there
/// @param csiDriver what the driver says about itself
/// @param snapshot that is asked about, or that the claim is made from
/// @param driver its name, empty when nothing tells it
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

    /// What was told about anything here, the latest of each first.
    public Stream<ResourceEvent> told() {
        return Stream.of(pod, claim, volume, attachment, snapshot, content, node)
                .flatMap(each -> each.map(clusterState::events).orElse(List.of()).stream());
    }

    public Duration since(Instant moment) {
        return Duration.between(moment, clusterState.taken());
    }
}
