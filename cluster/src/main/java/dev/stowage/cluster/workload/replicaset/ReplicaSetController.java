package dev.stowage.cluster.workload.replicaset;

import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.WorkloadController;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Keeps the pods of ReplicaSets.
public final class ReplicaSetController implements WorkloadController<ReplicaSet> {
    private final ControllerContext context;
    private final ChildIndex<Pod> pods;
    private final ChildIndex<ReplicaSet> siblings;
    private final WorkloadWorker<ReplicaSet> worker;
    private final NameGenerator nameGenerator = new NameGenerator(RandomGenerator.getDefault());

    public ReplicaSetController(ControllerContext context) {
        this.context = context;
        this.worker = new WorkloadWorker<>(context, ControllerName.REPLICA_SET, Kinds.REPLICA_SETS, this::reconcile);
        this.pods = worker.children(Kinds.PODS);
        this.siblings = new ChildIndex<>(worker.objects());
    }

    @Override
    public WorkloadWorker<ReplicaSet> worker() {
        return worker;
    }

    private ReconcileResult reconcile(ReplicaSet set) throws ApiFailure, InterruptedException {
        // A finished pod does not count for any ReplicaSet, so it is not adopted either.
        Optional<List<Pod>> members =
                worker.adopt(set, pods, pod -> pod.meta().controller().isPresent() || ReplicaSetDecision.isActive(pod));
        if (members.isEmpty()) {
            return ReconcileResult.done();
        }
        Instant now = context.clock().instant();
        List<ClusterAction> actions = ReplicaSetDecision.decide(set, members.get(), related(set), nameGenerator, now);
        try {
            worker.execute(actions, new PodEvents(OwnerReferences.objectReference(Kinds.REPLICA_SETS, set))::failing);
        } catch (ApiFailure e) {
            report(set, Optional.of(Objects.requireNonNullElse(e.getMessage(), e.toString())), now);
            throw e;
        }
        report(set, Optional.empty(), now);
        return PodAvailability.next(pods.of(set), set.minReadySeconds(), now)
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private void report(ReplicaSet set, Optional<String> failure, Instant now) throws ApiFailure, InterruptedException {
        worker.updateStatus(set, ReplicaSetStatus.of(set, pods.matching(set), failure, now));
    }

    private List<Pod> related(ReplicaSet set) {
        List<ReplicaSet> sets = set.meta()
                .controller()
                .map(ownerReference -> siblings.of(ownerReference.uid()))
                .orElse(List.of(set));
        return sets.stream()
                .flatMap(one -> pods.of(one).stream())
                .filter(ReplicaSetDecision::isActive)
                .toList();
    }
}
