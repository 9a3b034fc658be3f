package dev.stowage.node.nodestatus;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the node's object shall say.
///
/// @param annotations those with an empty value shall not be there
/// @param inUse empty while nobody knows, for then the object keeps what it has
/// @param facts given when they shall be told whatever the object says, with a new heartbeat
record DesiredNodeStatus(
        Map<String, String> labels,
        Map<String, String> annotations,
        List<NodeCondition> conditions,
        Optional<Set<String>> inUse,
        Optional<NodeInfo> facts) {}
