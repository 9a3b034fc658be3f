package dev.stowage.control.workload.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Hash;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.Template;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What a deployment does next: one step at a time, each on what the last one came to.
final class DeploymentDecision {
    private final Rollout rollout;
    private final Deployment deployment;
    private final Predicate<String> taken;

    private DeploymentDecision(Rollout rollout, Predicate<String> taken) {
        this.rollout = rollout;
        this.deployment = rollout.deployment();
        this.taken = taken;
    }

    /// @param taken whether there is a set of that name, whosever it is
    static List<Act> decide(Rollout rollout, Predicate<String> taken) {
        return rollout.deployment().isBeingDeleted() ? List.of() : new DeploymentDecision(rollout, taken).decide();
    }

    /// Whether it is between two templates or sizes of its own accord, and progress is to be expected.
    static boolean isRollingOut(Rollout rollout) {
        return !rollout.deployment().isBeingDeleted() && !rollout.deployment().paused() && !isBeingScaled(rollout);
    }

    private static boolean isBeingScaled(Rollout rollout) {
        return rollout.active().stream()
                .filter(set -> !set.meta().annotation(Notes.DESIRED).isEmpty())
                .anyMatch(set ->
                        Notes.number(set, Notes.DESIRED) != rollout.deployment().replicas());
    }

    private List<Act> decide() {
        Optional<ReplicaSet> newest = rollout.newest();
        if (newest.isPresent()) {
            List<Act> notes = note(newest.get());
            if (!notes.isEmpty()) {
                return notes;
            }
        }
        var scaling = new Scaling(rollout);
        if (deployment.paused() || isBeingScaled(rollout)) {
            scaling.share();
            List<Act> acts = new ArrayList<>(scaling.acts());
            if (deployment.paused()) {
                acts.addAll(forget());
            }
            return acts;
        }
        List<Act> acts = deployment.recreate() ? recreate(scaling) : roll(scaling);
        return acts.isEmpty() && isComplete() ? forget() : acts;
    }

    private List<Act> note(ReplicaSet newest) {
        Map<String, String> missing = Notes.missing(rollout, newest);
        boolean patience = newest.minReadySeconds() == deployment.minReadySeconds();
        if (missing.isEmpty() && patience) {
            return List.of();
        }
        ObjectNode change = Json.object();
        missing.forEach(change.withObject("/metadata/annotations")::put);
        if (!patience) {
            change.putObject("spec").put("minReadySeconds", deployment.minReadySeconds());
        }
        return List.of(
                new Act.Change<>(Kinds.REPLICA_SETS, newest, Patch.merge(change).onlyIfUnchanged(newest)));
    }

    private List<Act> recreate(Scaling scaling) {
        rollout.activeOld().forEach(set -> scaling.scale(set, 0));
        if (!scaling.acts().isEmpty()) {
            return scaling.acts();
        }
        if (rollout.old().stream()
                .anyMatch(set -> set.counted() > 0 || rollout.running().test(set))) {
            return List.of();
        }
        Optional<ReplicaSet> newest = rollout.newest();
        if (newest.isEmpty()) {
            return create(deployment.replicas());
        }
        scaling.scale(newest.get(), deployment.replicas());
        return scaling.acts();
    }

    private List<Act> roll(Scaling scaling) {
        Optional<ReplicaSet> newest = rollout.newest();
        int room = Math.max(0, rollout.most() - rollout.wanted());
        if (newest.isEmpty()) {
            return create(Math.min(room, deployment.replicas()));
        }
        ReplicaSet set = newest.get();
        int size = set.replicas() > deployment.replicas()
                ? deployment.replicas()
                : set.replicas() + Math.min(room, deployment.replicas() - set.replicas());
        if (!scaling.scale(set, size)) {
            shrinkOld(set, scaling);
        }
        return scaling.acts();
    }

    /// Old pods that do not serve go first: they are of no use, and would hold the others up.
    private void shrinkOld(ReplicaSet newest, Scaling scaling) {
        int least = deployment.replicas() - rollout.unavailable();
        int most = rollout.wanted() - least - (newest.replicas() - newest.available());
        if (most <= 0) {
            return;
        }
        for (ReplicaSet set : rollout.activeOld()) {
            int useless = Math.min(most, set.replicas() - set.available());
            if (useless > 0) {
                scaling.scale(set, set.replicas() - useless);
                most -= useless;
            }
        }
        int spare = rollout.available() - least;
        for (ReplicaSet set : rollout.activeOld()) {
            int part = Math.min(spare, scaling.size(set));
            if (part > 0) {
                scaling.scale(set, scaling.size(set) - part);
                spare -= part;
            }
        }
    }

    private List<Act> create(int replicas) {
        int collisions = deployment.status().path("collisionCount").asInt();
        String hash = Hash.of(deployment.template(), collisions);
        while (taken.test(deployment.meta().name() + "-" + hash)) {
            hash = Hash.of(deployment.template(), ++collisions);
        }
        String name = deployment.meta().name() + "-" + hash;
        ObjectNode set = Json.object();
        ObjectNode meta = set.putObject("metadata").put("name", name);
        ObjectNode template = deployment.template().deepCopy();
        Template.label(template, Rollout.HASH, hash);
        meta.set("labels", template.path("metadata").path("labels").deepCopy());
        ObjectNode annotations = meta.putObject("annotations");
        Notes.copied(deployment).forEach(annotations::put);
        annotations.put(Notes.REVISION, Long.toString(Notes.next(rollout.old())));
        Notes.replicas(rollout).forEach(annotations::put);
        meta.putArray("ownerReferences").add(Owning.reference(Kinds.DEPLOYMENTS, deployment));
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        spec.put("minReadySeconds", deployment.minReadySeconds());
        ObjectNode selector = spec.putObject("selector");
        ObjectNode labels = selector.putObject("matchLabels");
        deployment.selector().labels().forEach(labels::put);
        labels.put(Rollout.HASH, hash);
        deployment.selector().expressions().forEach(requirement -> {
            ObjectNode expression = selector.withArray("/matchExpressions")
                    .addObject()
                    .put("key", requirement.key())
                    .put("operator", requirement.operator());
            requirement.values().forEach(expression.withArray("/values")::add);
        });
        spec.set("template", template);
        Act create = new Act.Create<>(Kinds.REPLICA_SETS, deployment.meta().namespace(), set);
        return replicas == 0 ? List.of(create) : List.of(create, new Scaling(rollout).told(name, 0, replicas));
    }

    private boolean isComplete() {
        return DeploymentStatus.isComplete(deployment, deployment.status());
    }

    /// Sets without pods stay for a way back, but not without end.
    private List<Act> forget() {
        List<ReplicaSet> old = rollout.old().stream()
                .filter(set -> !set.isBeingDeleted())
                .sorted(Comparator.comparingLong(set -> Notes.number(set, Notes.REVISION)))
                .toList();
        List<Act> acts = new ArrayList<>();
        for (ReplicaSet set : old.subList(0, Math.max(0, old.size() - deployment.revisionHistoryLimit()))) {
            boolean empty = set.replicas() == 0
                    && set.counted() == 0
                    && set.generation()
                            <= set.status().path("observedGeneration").asLong();
            if (empty) {
                acts.add(new Act.Remove<>(Kinds.REPLICA_SETS, set));
            }
        }
        return acts;
    }
}
