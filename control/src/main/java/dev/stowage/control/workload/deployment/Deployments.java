package dev.stowage.control.workload.deployment;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Desk;
import dev.stowage.control.workload.Family;
import dev.stowage.control.workload.Kin;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.Status;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Deployment;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings Deployments from one ReplicaSet to the next.
public final class Deployments implements Controller {
    private final Shared shared;
    private final Informer<ReplicaSet> sets;
    private final Kin<ReplicaSet> setsOf;
    private final Kin<Pod> pods;
    private final Desk<Deployment> desk;

    public Deployments(Shared shared) {
        this.shared = shared;
        Informer<Deployment> deployments = shared.informers().of(Kinds.DEPLOYMENTS);
        Informer<Pod> podMirror = shared.informers().of(Kinds.PODS);
        this.sets = shared.informers().of(Kinds.REPLICA_SETS);
        this.setsOf = new Kin<>(sets);
        this.pods = new Kin<>(podMirror);
        this.desk = new Desk<>(shared, name(), deployments, List.of(sets, podMirror), this::look);
        setsOf.wake(deployments, desk.queue());
        // Before new pods begin, the last of the old ones may have to be gone; nobody else says so.
        podMirror.addEventHandler((before, now) -> {
            if (before != null && now == null) {
                wakeFor(before);
            }
        });
    }

    private void wakeFor(Pod pod) {
        pod.meta()
                .controller()
                .filter(ownerReference -> ownerReference.kind().equals(Kinds.REPLICA_SETS.name()))
                .flatMap(ownerReference -> sets.find(new NamespacedName(pod.meta().namespace(), ownerReference.name())))
                .flatMap(set -> set.meta().controller())
                .ifPresent(ownerReference -> desk.queue().add(new NamespacedName(pod.meta().namespace(), ownerReference.name())));
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

    private ReconcileResult look(Deployment deployment) throws ApiFailure, InterruptedException {
        Family<ReplicaSet> family = Family.of(
                Kinds.DEPLOYMENTS,
                deployment,
                Kinds.REPLICA_SETS,
                setsOf.candidates(deployment),
                set -> deployment.selector().matches(set.meta().labels()));
        if (!desk.unite(deployment, family.changes())) {
            return ReconcileResult.done();
        }
        List<Act> acts = DeploymentDecision.decide(
                rollout(deployment),
                name -> sets.find(new NamespacedName(deployment.meta().namespace(), name)).isPresent());
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

    private ReconcileResult report(Deployment deployment, Optional<String> made, Optional<String> failure)
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
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
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
