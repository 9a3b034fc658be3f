package dev.stowage.cluster.workload.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scales the ReplicaSets of a deployment.
final class ReplicaSetScaling {
    private final DeploymentState state;
    private final List<ClusterAction> noted = new ArrayList<>();
    private final Map<String, Integer> sizes = new LinkedHashMap<>();

    ReplicaSetScaling(DeploymentState state) {
        this.state = state;
        state.sets().forEach(set -> sizes.put(set.meta().uid(), set.replicas()));
    }

    List<ClusterAction> acts() {
        List<ClusterAction> actions = new ArrayList<>(noted);
        for (ReplicaSet set : state.sets()) {
            if (size(set) != set.replicas()) {
                actions.add(new ClusterAction.PatchObject<>(Kinds.REPLICA_SETS, set, patch(set, size(set))));
                actions.add(scaledEvent(set.meta().name(), set.replicas(), size(set)));
            }
        }
        return actions;
    }

    int size(ReplicaSet set) {
        return sizes.getOrDefault(set.meta().uid(), 0);
    }

    /// @return whether this is a change
    boolean scale(ReplicaSet set, int size) {
        Integer before = sizes.put(set.meta().uid(), size);
        return before == null || before != size;
    }

    private Patch patch(ReplicaSet set, int size) {
        ObjectNode change = Json.object();
        ReplicaSetAnnotations.replicas(state).forEach(change.withObject("/metadata/annotations")::put);
        change.putObject("spec").put("replicas", size);
        return Patch.merge(change).onlyIfUnchanged(set);
    }

    ClusterAction.RecordEvent scaledEvent(String set, int from, int to) {
        return ClusterAction.RecordEvent.normal(
                OwnerReferences.objectReference(Kinds.DEPLOYMENTS, state.deployment()),
                "ScalingReplicaSet",
                "Scaled %s replica set %s from %d to %d".formatted(from < to ? "up" : "down", set, from, to));
    }

    /// The deployment was scaled: its ReplicaSets share the difference, if there are several.
    void share() {
        List<ReplicaSet> active = state.active();
        int replicas = state.deployment().replicas();
        if (active.size() <= 1) {
            Optional<ReplicaSet> one = active.isEmpty()
                    ? state.newest().or(() -> state.old().reversed().stream().findFirst())
                    : Optional.of(active.getFirst());
            one.ifPresent(set -> scale(set, replicas));
            return;
        }
        boolean saturated = state.newest()
                .filter(set -> set.replicas() == replicas
                        && ReplicaSetAnnotations.number(set, ReplicaSetAnnotations.DESIRED) == replicas
                        && set.available() == replicas)
                .isPresent();
        if (saturated) {
            state.activeOld().forEach(set -> scale(set, 0));
        } else if (!state.deployment().recreate()) {
            shareAmong(active);
        }
    }

    private void shareAmong(List<ReplicaSet> active) {
        int allowed = state.deployment().replicas() > 0 ? state.most() : 0;
        int toAdd = allowed - active.stream().mapToInt(ReplicaSet::replicas).sum();
        // Of equal ones the newer grows first, the older shrinks first.
        Comparator<ReplicaSet> bySize =
                Comparator.comparingInt(ReplicaSet::replicas).reversed();
        List<ReplicaSet> ordered =
                (toAdd > 0 ? active.reversed() : active).stream().sorted(bySize).toList();
        int added = 0;
        for (ReplicaSet set : ordered) {
            int left = toAdd - added;
            int part = fraction(set);
            part = toAdd > 0 ? Math.min(part, left) : Math.max(part, left);
            part = toAdd == 0 ? 0 : part;
            scale(set, set.replicas() + part);
            added += part;
        }
        ReplicaSet largest = ordered.getFirst();
        scale(largest, Math.max(0, size(largest) + toAdd - added));
        ordered.stream()
                .filter(set -> size(set) == set.replicas() && !hasNotes(set))
                .forEach(set -> noted.add(
                        new ClusterAction.PatchObject<>(Kinds.REPLICA_SETS, set, patch(set, set.replicas()))));
    }

    private boolean hasNotes(ReplicaSet set) {
        return ReplicaSetAnnotations.replicas(state).entrySet().stream()
                .allMatch(note -> note.getValue().equals(set.meta().annotation(note.getKey())));
    }

    private int fraction(ReplicaSet set) {
        if (state.deployment().replicas() == 0) {
            return -set.replicas();
        }
        long before = ReplicaSetAnnotations.number(set, ReplicaSetAnnotations.MOST);
        if (before == 0) {
            before = state.deployment().status().path("replicas").asLong();
        }
        return before == 0
                ? 0
                : Math.toIntExact(Math.round((double) set.replicas() * state.most() / before)) - set.replicas();
    }
}
