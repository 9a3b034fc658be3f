package dev.stowage.node.run;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.node.Shared;
import java.util.Collection;
import java.util.Optional;

/// Whether the node has room for one more pod. One is asked at a time: two of them do not get the last place.
final class Admission {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final Shared shared;

    Admission(Shared shared) {
        this.shared = shared;
    }

    /// A pod that began already keeps its place, whatever the node can take by now.
    synchronized void admit(PodCare care, Collection<PodCare> all) {
        if (care.isJudged()) {
            return;
        }
        long others = all.stream()
                .filter(other -> other.isJudged() && other.takesRoom())
                .count();
        boolean began = !care.pod().status().path("startTime").asText("").isEmpty() || care.place() != null;
        care.judge(began ? Optional.empty() : refusal(others, room()));
    }

    static Optional<Failure> refusal(long others, long room) {
        return others < room
                ? Optional.empty()
                : Optional.of(new Failure(
                        "OutOfpods",
                        "Pod was rejected: Node didn't have enough resource: pods, requested: 1, used: %d, capacity: %d"
                                .formatted(others, room)));
    }

    private long room() {
        return shared.informers()
                .of(Kinds.NODES)
                .find(shared.node())
                .map(Node::allocatable)
                .map(amounts -> amounts.getOrDefault("pods", 0L) / 1000)
                .filter(room -> room > 0)
                .orElse(UNLIMITED);
    }
}
