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

/// What a deployment does next: one step at a time, each on what the last one came to.
final class DeploymentDecision {
    private final DeploymentState deploymentState;
    private final Deployment deployment;
    private final Predicate<String> taken;

    private DeploymentDecision(DeploymentState deploymentState, Predicate<String> taken) {
        this.deploymentState = deploymentState;
        this.deployment = deploymentState.deployment();
        this.taken = taken;
    }

    /// @param taken whether there is a set of that name, whosever it is
    static List<ClusterAction> decide(DeploymentState deploymentState, Predicate<String> taken) {
        return deploymentState.deployment().isBeingDeleted()
                ? List.of()
                : new DeploymentDecision(deploymentState, taken).decide();
    }

    /// Whether it is between two templates or sizes of its own accord, and progress is to be expected.
    static boolean isRollingOut(DeploymentState deploymentState) {
        return !deploymentState.deployment().isBeingDeleted()
                && !deploymentState.deployment().paused()
                && !isBeingScaled(deploymentState);
    }

    private static boolean isBeingScaled(DeploymentState deploymentState) {
        return deploymentState.active().stream()
                .filter(set ->
                        !set.meta().annotation(ReplicaSetAnnotations.DESIRED).isEmpty())
                .anyMatch(set -> ReplicaSetAnnotations.number(set, ReplicaSetAnnotations.DESIRED)
                        != deploymentState.deployment().replicas());
    }

    private List<ClusterAction> decide() {
        Optional<ReplicaSet> newest = deploymentState.newest();
        if (newest.isPresent()) {
            List<ClusterAction> notes = note(newest.get());
            if (!notes.isEmpty()) {
                return notes;
            }
        }
        var replicaSetScaling = new ReplicaSetScaling(deploymentState);
        if (deployment.paused() || isBeingScaled(deploymentState)) {
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
        Map<String, String> missing = ReplicaSetAnnotations.missing(deploymentState, newest);
        boolean patience = newest.minReadySeconds() == deployment.minReadySeconds();
        if (missing.isEmpty() && patience) {
            return List.of();
        }
        ObjectNode change = Json.object();
        missing.forEach(change.withObject("/metadata/annotations")::put);
        if (!patience) {
            change.putObject("spec").put("minReadySeconds", deployment.minReadySeconds());
        }
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.REPLICA_SETS, newest, Patch.merge(change).onlyIfUnchanged(newest)));
    }

    private List<ClusterAction> recreate(ReplicaSetScaling replicaSetScaling) {
        deploymentState.activeOld().forEach(set -> replicaSetScaling.scale(set, 0));
        if (!replicaSetScaling.acts().isEmpty()) {
            return replicaSetScaling.acts();
        }
        if (deploymentState.old().stream()
                .anyMatch(set -> set.counted() > 0 || deploymentState.running().test(set))) {
            return List.of();
        }
        Optional<ReplicaSet> newest = deploymentState.newest();
        if (newest.isEmpty()) {
            return create(deployment.replicas());
        }
        replicaSetScaling.scale(newest.get(), deployment.replicas());
        return replicaSetScaling.acts();
    }

    private List<ClusterAction> roll(ReplicaSetScaling replicaSetScaling) {
        Optional<ReplicaSet> newest = deploymentState.newest();
        int room = Math.max(0, deploymentState.most() - deploymentState.wanted());
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

    /// Old pods that do not serve go first: they are of no use, and would hold the others up.
    private void shrinkOld(ReplicaSet newest, ReplicaSetScaling replicaSetScaling) {
        int least = deployment.replicas() - deploymentState.unavailable();
        int most = deploymentState.wanted() - least - (newest.replicas() - newest.available());
        if (most <= 0) {
            return;
        }
        for (ReplicaSet set : deploymentState.activeOld()) {
            int useless = Math.min(most, set.replicas() - set.available());
            if (useless > 0) {
                replicaSetScaling.scale(set, set.replicas() - useless);
                most -= useless;
            }
        }
        int spare = deploymentState.available() - least;
        for (ReplicaSet set : deploymentState.activeOld()) {
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
        annotations.put(
                ReplicaSetAnnotations.REVISION, Long.toString(ReplicaSetAnnotations.next(deploymentState.old())));
        ReplicaSetAnnotations.replicas(deploymentState).forEach(annotations::put);
        meta.putArray("ownerReferences").add(OwnerReferences.reference(Kinds.DEPLOYMENTS, deployment));
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        spec.put("minReadySeconds", deployment.minReadySeconds());
        ObjectNode selector = spec.putObject("selector");
        ObjectNode labels = selector.putObject("matchLabels");
        deployment.selector().labels().forEach(labels::put);
        labels.put(DeploymentState.HASH, hash);
        deployment.selector().expressions().forEach(requirement -> {
            ObjectNode expression = selector.withArray("/matchExpressions")
                    .addObject()
                    .put("key", requirement.key())
                    .put("operator", requirement.operator());
            requirement.values().forEach(expression.withArray("/values")::add);
        });
        spec.set("template", template);
        ClusterAction create =
                new ClusterAction.Create<>(Kinds.REPLICA_SETS, deployment.meta().namespace(), set);
        return replicas == 0
                ? List.of(create)
                : List.of(create, new ReplicaSetScaling(deploymentState).told(name, 0, replicas));
    }

    private boolean isComplete() {
        return DeploymentStatus.isComplete(deployment, deployment.status());
    }

    /// Sets without pods stay for a way back, but not without end.
    private List<ClusterAction> forget() {
        List<ReplicaSet> old = deploymentState.old().stream()
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
