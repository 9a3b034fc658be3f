package dev.stowage.cluster.workload.daemonset;

import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.RevisionHistory;
import dev.stowage.cluster.workload.WorkloadController;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.DaemonSet;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Keeps the pods of DaemonSets.
public final class DaemonSetController implements WorkloadController<DaemonSet> {
    private final ControllerContext context;
    private final Informer<DaemonSet> sets;
    private final Informer<Node> nodes;
    private final Informer<ControllerRevision> revisions;
    private final ChildIndex<Pod> pods;
    private final ChildIndex<ControllerRevision> revisionsOf;
    private final WorkloadWorker<DaemonSet> worker;
    private final NameGenerator nameGenerator = new NameGenerator(RandomGenerator.getDefault());

    public DaemonSetController(ControllerContext context) {
        this.context = context;
        this.worker = new WorkloadWorker<>(context, ControllerName.DAEMON_SET, Kinds.DAEMON_SETS, this::reconcile);
        this.sets = worker.objects();
        this.nodes = worker.informer(Kinds.NODES);
        this.revisions = worker.informer(Kinds.CONTROLLER_REVISIONS);
        this.pods = worker.children(Kinds.PODS);
        this.revisionsOf = worker.children(Kinds.CONTROLLER_REVISIONS);
        nodes.addEventHandler(this::changed);
    }

    /// Nodes change often, mostly in fields that do not matter here.
    private void changed(@Nullable Node before, @Nullable Node now) {
        for (DaemonSet set : sets.all()) {
            Optional<NodeEligibility> was = Optional.ofNullable(before).map(node -> NodeEligibility.of(set, node));
            Optional<NodeEligibility> is = Optional.ofNullable(now).map(node -> NodeEligibility.of(set, node));
            if (!was.equals(is)) {
                worker.queue().add(set.key());
            }
        }
    }

    @Override
    public WorkloadWorker<DaemonSet> worker() {
        return worker;
    }

    private ReconcileResult reconcile(DaemonSet set) throws ApiFailure, InterruptedException {
        Optional<List<ControllerRevision>> history = worker.adopt(set, revisionsOf);
        if (history.isEmpty() || worker.adopt(set, pods).isEmpty()) {
            return ReconcileResult.done();
        }
        return switch (RevisionHistory.of(
                Kinds.DAEMON_SETS,
                set,
                history.get(),
                DaemonSetState.HASH,
                name -> revisions
                        .find(new NamespacedName(set.meta().namespace(), name))
                        .isPresent())) {
            case RevisionHistory.Position.Missing(ClusterAction action) -> {
                context.executor().execute(action);
                yield ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case RevisionHistory.Position.Recorded(ControllerRevision latest) -> settle(set, latest, history.get());
        };
    }

    private ReconcileResult settle(DaemonSet set, ControllerRevision latest, List<ControllerRevision> history)
            throws ApiFailure, InterruptedException {
        String hash = latest.meta().labels().getOrDefault(DaemonSetState.HASH, "");
        try {
            worker.execute(
                    DaemonSetDecision.decide(state(set, hash), nameGenerator),
                    new PodEvents(OwnerReferences.objectReference(Kinds.DAEMON_SETS, set))::failing);
        } finally {
            // Also after a failure: the status counts what was done before it.
            worker.updateStatus(set, DaemonSetStatus.of(state(set, hash)));
        }
        DaemonSetState after = state(set, hash);
        Set<String> live = new HashSet<>(List.of(latest.meta().name()));
        after.pods()
                .forEach(pod ->
                        live.add(set.meta().name() + "-" + pod.meta().labels().get(DaemonSetState.HASH)));
        context.executor().execute(RevisionHistory.truncate(history, live, set.revisionHistoryLimit()));
        return after.requeueAfter().map(ReconcileResult::requeueAfter).orElseGet(ReconcileResult::done);
    }

    private DaemonSetState state(DaemonSet set, String hash) {
        return new DaemonSetState(
                set,
                hash,
                List.copyOf(nodes.all()),
                pods.matching(set),
                context.clock().instant());
    }
}
