package dev.stowage.cluster.workload.replicaset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodDeletionRanking;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.PodTemplate;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Creates missing pods, and deletes surplus ones.
final class ReplicaSetDecision {
    private static final int MOST_AT_ONCE = 500;

    private ReplicaSetDecision() {}

    static boolean isActive(Pod pod) {
        return !pod.isOver() && !pod.isBeingDeleted();
    }

    /// @param pods all pods of the set
    /// @param related active pods of sets of the same deployment, this one included
    static List<ClusterAction> decide(
            ReplicaSet set, Collection<Pod> pods, Collection<Pod> related, NameGenerator nameGenerator, Instant now) {
        if (set.isBeingDeleted()) {
            return List.of();
        }
        List<Pod> active = pods.stream().filter(ReplicaSetDecision::isActive).toList();
        int missing = set.replicas() - active.size();
        var telling = new PodEvents(OwnerReferences.objectReference(Kinds.REPLICA_SETS, set));
        List<ClusterAction> actions = new ArrayList<>();
        for (int i = 0; i < Math.min(missing, MOST_AT_ONCE); i++) {
            ObjectNode pod = PodTemplate.pod(Kinds.REPLICA_SETS, set, set.template());
            String name = nameGenerator.generate(set.meta().name() + "-");
            pod.withObject("/metadata")
                    .put("name", name)
                    .put("generateName", set.meta().name() + "-");
            actions.add(new ClusterAction.Create<>(Kinds.PODS, set.meta().namespace(), pod));
            actions.add(telling.created(name));
        }
        if (missing < 0) {
            for (Pod pod : PodDeletionRanking.firstToGo(active, related, Math.min(-missing, MOST_AT_ONCE), now)) {
                actions.add(new ClusterAction.Delete<>(Kinds.PODS, pod));
                actions.add(telling.deleted(pod.meta().name()));
            }
        }
        return actions;
    }
}
