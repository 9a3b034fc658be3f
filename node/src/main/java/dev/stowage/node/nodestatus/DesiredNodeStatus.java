package dev.stowage.node.nodestatus;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The desired content of the Node object.
///
/// @param annotations those with an empty value are removed
/// @param inUse empty while unknown; the object then keeps what it has
/// @param facts present when they must be written in any case, with a new heartbeat
record DesiredNodeStatus(
        Map<String, String> labels,
        Map<String, String> annotations,
        List<NodeCondition> conditions,
        Optional<Set<String>> inUse,
        Optional<NodeInfo> facts) {}
