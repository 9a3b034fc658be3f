package dev.stowage.control.workload.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Owning;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Changes how many pods the sets of a deployment have.
final class Scaling {
    private final Rollout rollout;
    private final List<Act> noted = new ArrayList<>();
    private final Map<String, Integer> sizes = new LinkedHashMap<>();

    Scaling(Rollout rollout) {
        this.rollout = rollout;
        rollout.sets().forEach(set -> sizes.put(set.meta().uid(), set.replicas()));
    }

    List<Act> acts() {
        List<Act> acts = new ArrayList<>(noted);
        for (ReplicaSet set : rollout.sets()) {
            if (size(set) != set.replicas()) {
                acts.add(new Act.Change<>(Kinds.REPLICA_SETS, set, patch(set, size(set))));
                acts.add(told(set.meta().name(), set.replicas(), size(set)));
            }
        }
        return acts;
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
        Notes.replicas(rollout).forEach(change.withObject("/metadata/annotations")::put);
        change.putObject("spec").put("replicas", size);
        return Patch.merge(change).onlyIfUnchanged(set);
    }

    Act.Tell told(String set, int from, int to) {
        return Act.Tell.normal(
                Owning.about(Kinds.DEPLOYMENTS, rollout.deployment()),
                "ScalingReplicaSet",
                "Scaled %s replica set %s from %d to %d".formatted(from < to ? "up" : "down", set, from, to));
    }

    /// The deployment shall have another size: its sets share the difference, as far as there are several.
    void share() {
        List<ReplicaSet> active = rollout.active();
        int replicas = rollout.deployment().replicas();
        if (active.size() <= 1) {
            Optional<ReplicaSet> one = active.isEmpty()
                    ? rollout.newest()
                            .or(() -> rollout.old().reversed().stream().findFirst())
                    : Optional.of(active.getFirst());
            one.ifPresent(set -> scale(set, replicas));
            return;
        }
        boolean saturated = rollout.newest()
                .filter(set -> set.replicas() == replicas
                        && Notes.number(set, Notes.DESIRED) == replicas
                        && set.available() == replicas)
                .isPresent();
        if (saturated) {
            rollout.activeOld().forEach(set -> scale(set, 0));
        } else if (!rollout.deployment().recreate()) {
            shareAmong(active);
        }
    }

    private void shareAmong(List<ReplicaSet> active) {
        int allowed = rollout.deployment().replicas() > 0 ? rollout.most() : 0;
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
                .forEach(set -> noted.add(new Act.Change<>(Kinds.REPLICA_SETS, set, patch(set, set.replicas()))));
    }

    private boolean hasNotes(ReplicaSet set) {
        return Notes.replicas(rollout).entrySet().stream()
                .allMatch(note -> note.getValue().equals(set.meta().annotation(note.getKey())));
    }

    private int fraction(ReplicaSet set) {
        if (rollout.deployment().replicas() == 0) {
            return -set.replicas();
        }
        long before = Notes.number(set, Notes.MOST);
        if (before == 0) {
            before = rollout.deployment().status().path("replicas").asLong();
        }
        return before == 0
                ? 0
                : Math.toIntExact(Math.round((double) set.replicas() * rollout.most() / before)) - set.replicas();
    }
}
