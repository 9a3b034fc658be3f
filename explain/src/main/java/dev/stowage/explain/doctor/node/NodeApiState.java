package dev.stowage.explain.doctor.node;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.StaticPodAnnotations;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The state of a node in the API.
///
/// @param pods the uids of the pods on this node, in both forms that the kubelet may use
/// @param drivers those in the CSINode; empty when there is no CSINode
/// @param latestLease the latest renewal of any lease; the clock must not be far behind it
public record NodeApiState(
        String name, Set<String> pods, Optional<Set<String>> drivers, Optional<Instant> latestLease) {

    private static final String STATIC_POD = StaticPodAnnotations.HASH;

    public NodeApiState {
        pods = Set.copyOf(pods);
        drivers = drivers.map(Set::copyOf);
    }

    public static NodeApiState of(ClusterState clusterState, String name) {
        return new NodeApiState(
                name,
                clusterState.all(ResourceKind.POD).stream()
                        .filter(pod -> pod.text("/spec/nodeName").equals(name))
                        .flatMap(
                                pod -> pod
                                        .annotation(STATIC_POD)
                                        .map(hash -> Set.of(pod.uid(), hash))
                                        .orElse(Set.of(pod.uid()))
                                        .stream())
                        .collect(Collectors.toSet()),
                clusterState
                        .find(ResourceKind.CSI_NODE, name)
                        .map(node -> node.list("/spec/drivers")
                                .map(driver -> driver.path("name").asText())
                                .collect(Collectors.toSet())),
                clusterState.all(ResourceKind.LEASE).stream()
                        .map(NodeApiState::renewed)
                        .flatMap(Optional::stream)
                        .max(Instant::compareTo));
    }

    private static Optional<Instant> renewed(KubeResource lease) {
        return lease.time("/spec/renewTime");
    }
}
