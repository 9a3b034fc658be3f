package dev.stowage.cluster.endpoints;

import dev.stowage.kube.model.EndpointSlice;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Service and what its slices are made of.
///
/// @param pods those that it may select
/// @param nodes by name
/// @param slices those that it owns and that this controller writes
record EndpointSliceState(Service service, List<Pod> pods, Map<String, Node> nodes, List<EndpointSlice> slices) {

    EndpointSliceState {
        pods = List.copyOf(pods);
        nodes = Map.copyOf(nodes);
        slices = List.copyOf(slices);
    }

    Optional<Node> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }
}
