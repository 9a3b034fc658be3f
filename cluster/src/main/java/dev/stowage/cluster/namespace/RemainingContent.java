package dev.stowage.cluster.namespace;

import java.util.List;
import java.util.Map;

/// What a look at a namespace that ends has shown.
///
/// @param undiscovered why the server's kinds are not all known; empty when they are
/// @param failures what could not be deleted or listed, and why
/// @param remaining how many objects are left, by resource as in `pods.` or `leases.coordination.k8s.io`
/// @param finalizers on how many of them each finalizer is
record RemainingContent(
        String undiscovered, List<String> failures, Map<String, Integer> remaining, Map<String, Integer> finalizers) {

    boolean isEmpty() {
        return undiscovered.isEmpty() && failures.isEmpty() && remaining.isEmpty();
    }
}
