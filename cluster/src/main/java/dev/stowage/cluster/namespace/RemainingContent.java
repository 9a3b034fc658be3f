package dev.stowage.cluster.namespace;

import java.util.List;
import java.util.Map;

/// What a pass over a terminating namespace found.
///
/// @param undiscovered why not all kinds of the server are known; empty when they are
/// @param failures what could not be deleted or listed, and why
/// @param remaining number of remaining objects, by resource as in `pods.` or `leases.coordination.k8s.io`
/// @param finalizers number of objects that have each finalizer
record RemainingContent(
        String undiscovered, List<String> failures, Map<String, Integer> remaining, Map<String, Integer> finalizers) {

    boolean isEmpty() {
        return undiscovered.isEmpty() && failures.isEmpty() && remaining.isEmpty();
    }
}
