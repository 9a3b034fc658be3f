package dev.stowage.control.workload.replica;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.PodTelling;
import dev.stowage.control.workload.Ranking;
import dev.stowage.control.workload.Suffixes;
import dev.stowage.control.workload.Template;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Makes the pods that lack, and ends those that are too many.
final class ReplicaDecision {
    private static final int MOST_AT_ONCE = 500;

    private ReplicaDecision() {}

    static boolean isActive(Pod pod) {
        return !pod.isOver() && !pod.isBeingDeleted();
    }

    /// @param pods all that belong to the set
    /// @param related active pods of sets of the same deployment, this one included
    static List<Act> decide(
            ReplicaSet set, Collection<Pod> pods, Collection<Pod> related, Suffixes suffixes, Instant now) {
        if (set.isBeingDeleted()) {
            return List.of();
        }
        List<Pod> active = pods.stream().filter(ReplicaDecision::isActive).toList();
        int lacking = set.replicas() - active.size();
        var telling = new PodTelling(Owning.about(Kinds.REPLICA_SETS, set));
        List<Act> acts = new ArrayList<>();
        for (int i = 0; i < Math.min(lacking, MOST_AT_ONCE); i++) {
            ObjectNode pod = Template.pod(Kinds.REPLICA_SETS, set, set.template());
            String name = suffixes.name(set.meta().name() + "-");
            pod.withObject("/metadata")
                    .put("name", name)
                    .put("generateName", set.meta().name() + "-");
            acts.add(new Act.Create<>(Kinds.PODS, set.meta().namespace(), pod));
            acts.add(telling.created(name));
        }
        if (lacking < 0) {
            for (Pod pod : Ranking.firstToGo(active, related, Math.min(-lacking, MOST_AT_ONCE), now)) {
                acts.add(new Act.Remove<>(Kinds.PODS, pod));
                acts.add(telling.deleted(pod.meta().name()));
            }
        }
        return acts;
    }
}
