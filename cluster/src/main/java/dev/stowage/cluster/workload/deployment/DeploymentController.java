package dev.stowage.cluster.workload.deployment;

import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.WorkloadController;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rolls Deployments from one ReplicaSet to the next.
public final class DeploymentController implements WorkloadController<Deployment> {
    private final ControllerContext context;
    private final Informer<ReplicaSet> sets;
    private final ChildIndex<ReplicaSet> setsOf;
    private final ChildIndex<Pod> pods;
    private final WorkloadWorker<Deployment> worker;

    public DeploymentController(ControllerContext context) {
        this.context = context;
        this.worker = new WorkloadWorker<>(context, ControllerName.DEPLOYMENT, Kinds.DEPLOYMENTS, this::reconcile);
        this.sets = worker.informer(Kinds.REPLICA_SETS);
        this.setsOf = worker.children(Kinds.REPLICA_SETS);
        Informer<Pod> podInformer = worker.informer(Kinds.PODS);
        this.pods = new ChildIndex<>(podInformer);
        // With the strategy Recreate, new pods start when the last old pod is deleted. No other event reports that.
        podInformer.addEventHandler((before, now) -> {
            if (before != null && now == null) {
                enqueueOwnerOf(before);
            }
        });
    }

    private void enqueueOwnerOf(Pod pod) {
        pod.meta()
                .controller()
                .filter(ownerReference -> ownerReference.kind().equals(Kinds.REPLICA_SETS.name()))
                .flatMap(ownerReference ->
                        sets.find(new NamespacedName(pod.meta().namespace(), ownerReference.name())))
                .flatMap(set -> set.meta().controller())
                .ifPresent(ownerReference ->
                        worker.queue().add(new NamespacedName(pod.meta().namespace(), ownerReference.name())));
    }

    @Override
    public WorkloadWorker<Deployment> worker() {
        return worker;
    }

    private ReconcileResult reconcile(Deployment deployment) throws ApiFailure, InterruptedException {
        if (worker.adopt(deployment, setsOf).isEmpty()) {
            return ReconcileResult.done();
        }
        List<ClusterAction> actions = DeploymentDecision.decide(
                state(deployment),
                name -> sets.find(new NamespacedName(deployment.meta().namespace(), name))
                        .isPresent());
        Optional<String> created = createdName(actions);
        try {
            context.executor().execute(actions);
        } catch (ApiFailure e) {
            if (created.isPresent() && !e.isAlreadyExists()) {
                String why = "Failed to create new replica set \"%s\": %s".formatted(created.get(), e.getMessage());
                context.executor()
                        .execute(ClusterAction.RecordEvent.warning(
                                OwnerReferences.objectReference(Kinds.DEPLOYMENTS, deployment),
                                "ReplicaSetCreateError",
                                why));
                report(deployment, Optional.empty(), Optional.of(why));
            }
            throw e;
        }
        return report(deployment, created, Optional.empty());
    }

    private static Optional<String> createdName(List<ClusterAction> actions) {
        return actions.stream()
                .filter(ClusterAction.Create.class::isInstance)
                .map(action -> ((ClusterAction.Create<?>) action)
                        .object()
                        .path("metadata")
                        .path("name")
                        .asText(""))
                .findFirst();
    }

    private ReconcileResult report(Deployment deployment, Optional<String> created, Optional<String> failure)
            throws ApiFailure, InterruptedException {
        DeploymentState after = state(deployment);
        var status = DeploymentStatus.of(after, created, failure);
        String revision = after.newest()
                .map(set -> set.meta().annotation(ReplicaSetAnnotations.REVISION))
                .orElse("");
        worker.updateStatus(
                deployment, status, revision.isEmpty() ? Map.of() : Map.of(ReplicaSetAnnotations.REVISION, revision));
        return DeploymentStatus.requeueAfter(deployment, status, after.now())
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private DeploymentState state(Deployment deployment) {
        return new DeploymentState(
                deployment,
                setsOf.matching(deployment),
                set -> pods.of(set).stream().anyMatch(pod -> !pod.isOver()),
                context.clock().instant());
    }
}
