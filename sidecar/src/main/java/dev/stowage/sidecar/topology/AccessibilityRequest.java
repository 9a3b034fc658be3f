package dev.stowage.sidecar.topology;

import dev.stowage.k8s.LabelRequirement;
import java.util.List;

/// Where a claim's volume must be accessible.
///
/// @param claimName claims of one StatefulSet are spread by their names
/// @param allowed the class's allowed topologies: one of them must match, with all of its parts; empty for
///     anywhere
/// @param selectedNode where the pod will run; empty when not decided
/// @param strict only the topology of the selected node
/// @param immediate whether the topology of all nodes is passed when no node is selected
public record AccessibilityRequest(
        String claimName,
        List<List<LabelRequirement>> allowed,
        String selectedNode,
        boolean strict,
        boolean immediate) {}
