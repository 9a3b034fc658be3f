package dev.stowage.sidecar.topology;

import java.util.List;
import java.util.Optional;

/// The cluster as far as the placement of one claim is concerned.
public interface TopologyState {

    /// What the driver calls the places of a node: the keys of its labels. Nothing when the node has no
    /// CSINode, which
    /// is not the same as a driver without keys.
    Optional<List<String>> topologyKeys(String node);

    /// The keys of a node that the driver is on; empty when it is on none, or has no keys.
    List<String> anyTopologyKeys();

    /// Where the node is by these keys. Nothing when it is gone, or has no such labels.
    Optional<TopologySegment> segmentOf(String node, List<String> keys);

    /// Every segment that these keys make, each once.
    List<TopologySegment> segmentsBy(List<String> keys);
}
