package dev.stowage.cluster.workload.deployment;

import dev.stowage.cluster.workload.ChildAdoption;
import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.WorkloadStatusUpdate;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings Deployments from one ReplicaSet to the next.
public final class DeploymentController implements Controller {
    private final ControllerContext context;
    private final Informer<ReplicaSet> sets;
    private final ChildIndex<ReplicaSet> setsOf;
    private final ChildIndex<Pod> pods;
    private final WorkloadWorker<Deployment> workloadWorker;

    public DeploymentController(ControllerContext context) {
        this.context = context;
        Informer<Deployment> deployments = context.informers().of(Kinds.DEPLOYMENTS);
        Informer<Pod> podMirror = context.informers().of(Kinds.PODS);
        this.sets = context.informers().of(Kinds.REPLICA_SETS);
        this.setsOf = new ChildIndex<>(sets);
        this.pods = new ChildIndex<>(podMirror);
        this.workloadWorker = new WorkloadWorker<>(context, name(), deployments, List.of(sets, podMirror), this::look);
        setsOf.enqueueOwners(deployments, workloadWorker.queue());
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
                .flatMap(ownerReference ->
                        sets.find(new NamespacedName(pod.meta().namespace(), ownerReference.name())))
                .flatMap(set -> set.meta().controller())
                .ifPresent(ownerReference ->
                        workloadWorker.queue().add(new NamespacedName(pod.meta().namespace(), ownerReference.name())));
    }

    @Override
    public String name() {
        return "deployment-controller";
    }

    @Override
    public void start() throws InterruptedException {
        workloadWorker.start();
    }

    @Override
    public void close() {
        workloadWorker.close();
    }

    private ReconcileResult look(Deployment deployment) throws ApiFailure, InterruptedException {
        ChildAdoption<ReplicaSet> childAdoption = ChildAdoption.of(
                Kinds.DEPLOYMENTS,
                deployment,
                Kinds.REPLICA_SETS,
                setsOf.candidates(deployment),
                set -> deployment.selector().matches(set.meta().labels()));
        if (!workloadWorker.adopt(deployment, childAdoption.changes())) {
            return ReconcileResult.done();
        }
        List<ClusterAction> actions = DeploymentDecision.decide(
                rollout(deployment),
                name -> sets.find(new NamespacedName(deployment.meta().namespace(), name))
                        .isPresent());
        Optional<String> made = made(actions);
        try {
            context.executor().execute(actions);
        } catch (ApiFailure e) {
            if (made.isPresent() && !e.isAlreadyExists()) {
                String why = "Failed to create new replica set \"%s\": %s".formatted(made.get(), e.getMessage());
                context.executor()
                        .execute(ClusterAction.RecordEvent.warning(
                                OwnerReferences.objectReference(Kinds.DEPLOYMENTS, deployment),
                                "ReplicaSetCreateError",
                                why));
                report(deployment, Optional.empty(), Optional.of(why));
            }
            throw e;
        }
        return report(deployment, made, Optional.empty());
    }

    private static Optional<String> made(List<ClusterAction> actions) {
        return actions.stream()
                .filter(ClusterAction.Create.class::isInstance)
                .map(action -> ((ClusterAction.Create<?>) action)
                        .object()
                        .path("metadata")
                        .path("name")
                        .asText(""))
                .findFirst();
    }

    private ReconcileResult report(Deployment deployment, Optional<String> made, Optional<String> failure)
            throws ApiFailure, InterruptedException {
        DeploymentState after = rollout(deployment);
        var status = DeploymentStatus.of(after, made, failure);
        String revision = after.newest()
                .map(set -> set.meta().annotation(ReplicaSetAnnotations.REVISION))
                .orElse("");
        Optional<ClusterAction> change = WorkloadStatusUpdate.change(
                Kinds.DEPLOYMENTS,
                deployment,
                status,
                revision.isEmpty() ? Map.of() : Map.of(ReplicaSetAnnotations.REVISION, revision));
        if (change.isPresent()) {
            context.executor().execute(change.get());
        }
        return DeploymentStatus.patience(deployment, status, after.now())
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private DeploymentState rollout(Deployment deployment) {
        List<ReplicaSet> members = setsOf.of(deployment).stream()
                .filter(set -> deployment.selector().matches(set.meta().labels()))
                .toList();
        return new DeploymentState(
                deployment,
                members,
                set -> pods.of(set).stream().anyMatch(pod -> !pod.isOver()),
                context.clock().instant());
    }
}
