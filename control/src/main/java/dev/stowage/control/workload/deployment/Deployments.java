package dev.stowage.control.workload.deployment;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Desk;
import dev.stowage.control.workload.Family;
import dev.stowage.control.workload.Kin;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.Status;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Deployment;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.ReplicaSet;
import dev.stowage.kube.queue.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings Deployments from one ReplicaSet to the next.
public final class Deployments implements Controller {
    private final Shared shared;
    private final Mirror<ReplicaSet> sets;
    private final Kin<ReplicaSet> setsOf;
    private final Kin<Pod> pods;
    private final Desk<Deployment> desk;

    public Deployments(Shared shared) {
        this.shared = shared;
        Mirror<Deployment> deployments = shared.mirrors().of(Kinds.DEPLOYMENTS);
        Mirror<Pod> podMirror = shared.mirrors().of(Kinds.PODS);
        this.sets = shared.mirrors().of(Kinds.REPLICA_SETS);
        this.setsOf = new Kin<>(sets);
        this.pods = new Kin<>(podMirror);
        this.desk = new Desk<>(shared, name(), deployments, List.of(sets, podMirror), this::look);
        setsOf.wake(deployments, desk.queue());
        // Before new pods begin, the last of the old ones may have to be gone; nobody else says so.
        podMirror.listen((before, now) -> {
            if (before != null && now == null) {
                wakeFor(before);
            }
        });
    }

    private void wakeFor(Pod pod) {
        pod.meta()
                .controller()
                .filter(owner -> owner.kind().equals(Kinds.REPLICA_SETS.name()))
                .flatMap(owner -> sets.find(new Key(pod.meta().namespace(), owner.name())))
                .flatMap(set -> set.meta().controller())
                .ifPresent(owner -> desk.queue().add(new Key(pod.meta().namespace(), owner.name())));
    }

    @Override
    public String name() {
        return "deployment-controller";
    }

    @Override
    public void start() throws InterruptedException {
        desk.start();
    }

    @Override
    public void close() {
        desk.close();
    }

    private Outcome look(Deployment deployment) throws ApiFailure, InterruptedException {
        Family<ReplicaSet> family = Family.of(
                Kinds.DEPLOYMENTS,
                deployment,
                Kinds.REPLICA_SETS,
                setsOf.candidates(deployment),
                set -> deployment.selector().matches(set.meta().labels()));
        if (!desk.unite(deployment, family.changes())) {
            return Outcome.done();
        }
        List<Act> acts = DeploymentDecision.decide(
                rollout(deployment),
                name -> sets.find(new Key(deployment.meta().namespace(), name)).isPresent());
        Optional<String> made = made(acts);
        try {
            shared.hands().carryOut(acts);
        } catch (ApiFailure e) {
            if (made.isPresent() && !e.isAlreadyExists()) {
                String why = "Failed to create new replica set \"%s\": %s".formatted(made.get(), e.getMessage());
                shared.hands()
                        .carryOut(Act.Tell.warning(
                                Owning.about(Kinds.DEPLOYMENTS, deployment), "ReplicaSetCreateError", why));
                report(deployment, Optional.empty(), Optional.of(why));
            }
            throw e;
        }
        return report(deployment, made, Optional.empty());
    }

    private static Optional<String> made(List<Act> acts) {
        return acts.stream()
                .filter(Act.Create.class::isInstance)
                .map(act -> ((Act.Create<?>) act)
                        .object()
                        .path("metadata")
                        .path("name")
                        .asText(""))
                .findFirst();
    }

    private Outcome report(Deployment deployment, Optional<String> made, Optional<String> failure)
            throws ApiFailure, InterruptedException {
        Rollout after = rollout(deployment);
        var status = DeploymentStatus.of(after, made, failure);
        String revision =
                after.newest().map(set -> set.meta().annotation(Notes.REVISION)).orElse("");
        Optional<Act> change = Status.change(
                Kinds.DEPLOYMENTS,
                deployment,
                status,
                revision.isEmpty() ? Map.of() : Map.of(Notes.REVISION, revision));
        if (change.isPresent()) {
            shared.hands().carryOut(change.get());
        }
        return DeploymentStatus.patience(deployment, status, after.now())
                .map(Outcome::again)
                .orElseGet(Outcome::done);
    }

    private Rollout rollout(Deployment deployment) {
        List<ReplicaSet> members = setsOf.of(deployment).stream()
                .filter(set -> deployment.selector().matches(set.meta().labels()))
                .toList();
        return new Rollout(
                deployment,
                members,
                set -> pods.of(set).stream().anyMatch(pod -> !pod.isOver()),
                shared.clock().instant());
    }
}
