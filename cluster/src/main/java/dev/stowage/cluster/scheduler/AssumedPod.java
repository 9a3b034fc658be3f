package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.List;

/// A pod that is being bound to a node. It counts on the node from the decision on, until it is observed
/// there.
///
/// @param state its progress
record AssumedPod(Pod pod, String node, List<VolumeChoice> choices, Instant since, State state) {

    enum State {
        DECIDED,
        /// The choices for its claims are written; others execute them.
        WRITTEN,
        /// The server has its node.
        BOUND
    }

    AssumedPod to(State next) {
        return new AssumedPod(pod, node, choices, since, next);
    }
}
