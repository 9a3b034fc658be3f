package dev.stowage.cluster.workload.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodTemplate;
import dev.stowage.cluster.workload.TemplateHash;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The next step of a deployment; each step is based on the result of the last.
final class DeploymentDecision {
    private final DeploymentState state;
    private final Deployment deployment;
    private final Predicate<String> taken;

    private DeploymentDecision(DeploymentState state, Predicate<String> taken) {
        this.state = state;
        this.deployment = state.deployment();
        this.taken = taken;
    }

    /// @param taken whether a ReplicaSet of that name exists, with any owner
    static List<ClusterAction> decide(DeploymentState state, Predicate<String> taken) {
        return state.deployment().isBeingDeleted() ? List.of() : new DeploymentDecision(state, taken).decide();
    }

    /// Whether it is rolling or scaling and progress is expected.
    static boolean isRollingOut(DeploymentState state) {
        return !state.deployment().isBeingDeleted() && !state.deployment().paused() && !isBeingScaled(state);
    }

    private static boolean isBeingScaled(DeploymentState state) {
        return state.active().stream()
                .filter(set ->
                        !set.meta().annotation(ReplicaSetAnnotations.DESIRED).isEmpty())
                .anyMatch(set -> ReplicaSetAnnotations.number(set, ReplicaSetAnnotations.DESIRED)
                        != state.deployment().replicas());
    }

    private List<ClusterAction> decide() {
        Optional<ReplicaSet> newest = state.newest();
        if (newest.isPresent()) {
            List<ClusterAction> notes = note(newest.get());
            if (!notes.isEmpty()) {
                return notes;
            }
        }
        var replicaSetScaling = new ReplicaSetScaling(state);
        if (deployment.paused() || isBeingScaled(state)) {
            replicaSetScaling.share();
            List<ClusterAction> actions = new ArrayList<>(replicaSetScaling.acts());
            if (deployment.paused()) {
                actions.addAll(forget());
            }
            return actions;
        }
        List<ClusterAction> actions = deployment.recreate() ? recreate(replicaSetScaling) : roll(replicaSetScaling);
        return actions.isEmpty() && isComplete() ? forget() : actions;
    }

    private List<ClusterAction> note(ReplicaSet newest) {
        Map<String, String> missing = ReplicaSetAnnotations.missing(state, newest);
        boolean sameMinReady = newest.minReadySeconds() == deployment.minReadySeconds();
        if (missing.isEmpty() && sameMinReady) {
            return List.of();
        }
        ObjectNode change = Json.object();
        missing.forEach(change.withObject("/metadata/annotations")::put);
        if (!sameMinReady) {
            change.putObject("spec").put("minReadySeconds", deployment.minReadySeconds());
        }
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.REPLICA_SETS, newest, Patch.merge(change).onlyIfUnchanged(newest)));
    }

    private List<ClusterAction> recreate(ReplicaSetScaling replicaSetScaling) {
        state.activeOld().forEach(set -> replicaSetScaling.scale(set, 0));
        if (!replicaSetScaling.acts().isEmpty()) {
            return replicaSetScaling.acts();
        }
        if (state.old().stream()
                .anyMatch(set -> set.counted() > 0 || state.running().test(set))) {
            return List.of();
        }
        Optional<ReplicaSet> newest = state.newest();
        if (newest.isEmpty()) {
            return create(deployment.replicas());
        }
        replicaSetScaling.scale(newest.get(), deployment.replicas());
        return replicaSetScaling.acts();
    }

    private List<ClusterAction> roll(ReplicaSetScaling replicaSetScaling) {
        Optional<ReplicaSet> newest = state.newest();
        int room = Math.max(0, state.most() - state.wanted());
        if (newest.isEmpty()) {
            return create(Math.min(room, deployment.replicas()));
        }
        ReplicaSet set = newest.get();
        int size = set.replicas() > deployment.replicas()
                ? deployment.replicas()
                : set.replicas() + Math.min(room, deployment.replicas() - set.replicas());
        if (!replicaSetScaling.scale(set, size)) {
            shrinkOld(set, replicaSetScaling);
        }
        return replicaSetScaling.acts();
    }

    /// Old pods that are not available are removed first: they are of no use, and would hold up the rollout.
    private void shrinkOld(ReplicaSet newest, ReplicaSetScaling replicaSetScaling) {
        int least = deployment.replicas() - state.unavailable();
        int most = state.wanted() - least - (newest.replicas() - newest.available());
        if (most <= 0) {
            return;
        }
        for (ReplicaSet set : state.activeOld()) {
            int useless = Math.min(most, set.replicas() - set.available());
            if (useless > 0) {
                replicaSetScaling.scale(set, set.replicas() - useless);
                most -= useless;
            }
        }
        int spare = state.available() - least;
        for (ReplicaSet set : state.activeOld()) {
            int part = Math.min(spare, replicaSetScaling.size(set));
            if (part > 0) {
                replicaSetScaling.scale(set, replicaSetScaling.size(set) - part);
                spare -= part;
            }
        }
    }

    private List<ClusterAction> create(int replicas) {
        int collisions = deployment.status().path("collisionCount").asInt();
        String hash = TemplateHash.of(deployment.template(), collisions);
        while (taken.test(deployment.meta().name() + "-" + hash)) {
            hash = TemplateHash.of(deployment.template(), ++collisions);
        }
        String name = deployment.meta().name() + "-" + hash;
        ObjectNode set = Json.object();
        ObjectNode meta = set.putObject("metadata").put("name", name);
        ObjectNode template = deployment.template().deepCopy();
        PodTemplate.label(template, DeploymentState.HASH, hash);
        meta.set("labels", template.path("metadata").path("labels").deepCopy());
        ObjectNode annotations = meta.putObject("annotations");
        ReplicaSetAnnotations.copied(deployment).forEach(annotations::put);
        annotations.put(ReplicaSetAnnotations.REVISION, Long.toString(ReplicaSetAnnotations.next(state.old())));
        ReplicaSetAnnotations.replicas(state).forEach(annotations::put);
        meta.putArray("ownerReferences").add(OwnerReferences.reference(Kinds.DEPLOYMENTS, deployment));
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        spec.put("minReadySeconds", deployment.minReadySeconds());
        ObjectNode selector = spec.putObject("selector");
        ObjectNode labels = selector.putObject("matchLabels");
        deployment.selector().matchLabels().forEach(labels::put);
        labels.put(DeploymentState.HASH, hash);
        deployment.selector().matchExpressions().forEach(requirement -> {
            ObjectNode expression = selector.withArray("/matchExpressions")
                    .addObject()
                    .put("key", requirement.key())
                    .put("operator", requirement.operator().toString());
            requirement.values().forEach(expression.withArray("/values")::add);
        });
        spec.set("template", template);
        ClusterAction create =
                new ClusterAction.Create<>(Kinds.REPLICA_SETS, deployment.meta().namespace(), set);
        return replicas == 0
                ? List.of(create)
                : List.of(create, new ReplicaSetScaling(state).scaledEvent(name, 0, replicas));
    }

    private boolean isComplete() {
        return DeploymentStatus.isComplete(deployment, deployment.status());
    }

    /// ReplicaSets without pods stay for a rollback, up to the limit.
    private List<ClusterAction> forget() {
        List<ReplicaSet> old = state.old().stream()
                .filter(set -> !set.isBeingDeleted())
                .sorted(Comparator.comparingLong(
                        set -> ReplicaSetAnnotations.number(set, ReplicaSetAnnotations.REVISION)))
                .toList();
        List<ClusterAction> actions = new ArrayList<>();
        for (ReplicaSet set : old.subList(0, Math.max(0, old.size() - deployment.revisionHistoryLimit()))) {
            boolean empty = set.replicas() == 0
                    && set.counted() == 0
                    && set.generation()
                            <= set.status().path("observedGeneration").asLong();
            if (empty) {
                actions.add(new ClusterAction.Delete<>(Kinds.REPLICA_SETS, set));
            }
        }
        return actions;
    }
}
