package dev.stowage.sidecar.topology;

import java.util.List;
import java.util.Optional;

/// The topology of the cluster, as needed for one claim.
public interface TopologyState {

    /// The topology keys of a node. Empty when the node has no CSINode, which is not the same as a driver
    /// without keys.
    Optional<List<String>> topologyKeys(String node);

    /// The topology keys of a node with the driver; empty when there is no such node, or it has no keys.
    List<String> anyTopologyKeys();

    /// The segment of the node for these keys. Empty when it does not exist, or lacks the labels.
    Optional<TopologySegment> segmentOf(String node, List<String> keys);

    /// All segments of these keys, without duplicates.
    List<TopologySegment> segmentsBy(List<String> keys);
}
