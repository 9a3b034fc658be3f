package dev.stowage.explain.doctor.node;

import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the API says of a node.
///
/// @param pods the uids of those that are placed here, by both names that the kubelet may use
/// @param drivers that CSINode has; empty when there is no CSINode
/// @param latestLease when anybody last renewed a lease: no clock may be far behind it
public record NodeInCluster(
        String name, Set<String> pods, Optional<Set<String>> drivers, Optional<Instant> latestLease) {

    private static final String STATIC_POD = "kubernetes.io/config.hash";

    public NodeInCluster {
        pods = Set.copyOf(pods);
        drivers = drivers.map(Set::copyOf);
    }

    public static NodeInCluster of(Picture picture, String name) {
        return new NodeInCluster(
                name,
                picture.all(Sort.POD).stream()
                        .filter(pod -> pod.text("/spec/nodeName").equals(name))
                        .flatMap(
                                pod -> pod
                                        .annotation(STATIC_POD)
                                        .map(hash -> Set.of(pod.uid(), hash))
                                        .orElse(Set.of(pod.uid()))
                                        .stream())
                        .collect(Collectors.toSet()),
                picture.find(Sort.CSI_NODE, name)
                        .map(node -> node.list("/spec/drivers")
                                .map(driver -> driver.path("name").asText())
                                .collect(Collectors.toSet())),
                picture.all(Sort.LEASE).stream()
                        .map(NodeInCluster::renewed)
                        .flatMap(Optional::stream)
                        .max(Instant::compareTo));
    }

    private static Optional<Instant> renewed(Thing lease) {
        return lease.time("/spec/renewTime");
    }
}
