package dev.stowage.sidecar.topology;

import dev.stowage.k8s.LabelSelector;
import java.util.List;

/// Where a claim's volume shall be.
///
/// @param claimName claims of one StatefulSet are spread by their names
/// @param allowed what the class says: one of these has to hold, in each of them all of its parts; empty for anywhere
/// @param selectedNode where the pod will run; empty when nobody decided
/// @param strict only where the pod will run
/// @param immediate whether the driver wants to be told where it may be when nobody decided
public record AccessibilityRequest(
        String claimName,
        List<List<LabelSelector.Requirement>> allowed,
        String selectedNode,
        boolean strict,
        boolean immediate) {}
