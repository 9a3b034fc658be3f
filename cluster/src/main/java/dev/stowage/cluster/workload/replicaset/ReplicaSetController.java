package dev.stowage.cluster.workload.replicaset;

import dev.stowage.cluster.workload.ChildAdoption;
import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.WorkloadStatusUpdate;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
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
public final class ReplicaSetController implements Controller {
    private final ControllerContext context;
    private final ChildIndex<Pod> pods;
    private final ChildIndex<ReplicaSet> siblings;
    private final WorkloadWorker<ReplicaSet> workloadWorker;
    private final NameGenerator nameGenerator = new NameGenerator(RandomGenerator.getDefault());

    public ReplicaSetController(ControllerContext context) {
        this.context = context;
        Informer<ReplicaSet> sets = context.informers().of(Kinds.REPLICA_SETS);
        Informer<Pod> podMirror = context.informers().of(Kinds.PODS);
        this.pods = new ChildIndex<>(podMirror);
        this.siblings = new ChildIndex<>(sets);
        this.workloadWorker = new WorkloadWorker<>(context, name(), sets, List.of(podMirror), this::look);
        pods.enqueueOwners(sets, workloadWorker.queue());
    }

    @Override
    public String name() {
        return "replicaset-controller";
    }

    @Override
    public void start() throws InterruptedException {
        workloadWorker.start();
    }

    @Override
    public void close() {
        workloadWorker.close();
    }

    private ReconcileResult look(ReplicaSet set) throws ApiFailure, InterruptedException {
        ChildAdoption<Pod> childAdoption = ChildAdoption.of(
                Kinds.REPLICA_SETS,
                set,
                Kinds.PODS,
                // One that is over counts for nobody.
                pods.candidates(set).stream()
                        .filter(pod -> pod.meta().controller().isPresent() || ReplicaSetDecision.isActive(pod))
                        .toList(),
                pod -> set.selector().matches(pod.meta().labels()));
        if (!workloadWorker.adopt(set, childAdoption.changes())) {
            return ReconcileResult.done();
        }
        Instant now = context.clock().instant();
        List<ClusterAction> actions =
                ReplicaSetDecision.decide(set, childAdoption.members(), related(set), nameGenerator, now);
        try {
            workloadWorker.execute(
                    actions, new PodEvents(OwnerReferences.objectReference(Kinds.REPLICA_SETS, set))::failing);
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
        List<Pod> members = pods.of(set).stream()
                .filter(pod -> set.selector().matches(pod.meta().labels()))
                .toList();
        Optional<ClusterAction> status =
                WorkloadStatusUpdate.change(Kinds.REPLICA_SETS, set, ReplicaSetStatus.of(set, members, failure, now));
        if (status.isPresent()) {
            context.executor().execute(status.get());
        }
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
