package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The declared and the registered drivers of a cluster.
///
/// @param declared have a CSIDriver
/// @param registered with at least one kubelet
record DriverInventory(Set<String> declared, Set<String> registered) {

    static DriverInventory in(ClusterState clusterState) {
        return new DriverInventory(
                clusterState.all(ResourceKind.DRIVER).stream()
                        .map(KubeResource::name)
                        .collect(Collectors.toCollection(TreeSet::new)),
                clusterState.all(ResourceKind.CSI_NODE).stream()
                        .flatMap(node -> node.list("/spec/drivers"))
                        .map(driver -> driver.path("name").asText())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    boolean isKnown(String driver) {
        return declared.contains(driver) || registered.contains(driver);
    }
}
