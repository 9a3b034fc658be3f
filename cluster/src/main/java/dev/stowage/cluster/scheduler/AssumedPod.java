package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.List;

/// A pod on its way to a node. It counts there from the decision on, until it is seen there.
///
/// @param state how far it has come
record AssumedPod(Pod pod, String node, List<VolumeChoice> choices, Instant since, State state) {

    enum State {
        DECIDED,
        /// What was chosen for its claims is written; others carry it out.
        WRITTEN,
        /// The server knows its node.
        BOUND
    }

    AssumedPod to(State next) {
        return new AssumedPod(pod, node, choices, since, next);
    }
}
