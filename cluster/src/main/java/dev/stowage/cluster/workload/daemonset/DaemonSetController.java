package dev.stowage.cluster.workload.daemonset;

import dev.stowage.cluster.workload.ChildAdoption;
import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.RevisionHistory;
import dev.stowage.cluster.workload.WorkloadStatusUpdate;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
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
public final class DaemonSetController implements Controller {
    private final ControllerContext context;
    private final Informer<DaemonSet> sets;
    private final Informer<Node> nodes;
    private final Informer<ControllerRevision> revisions;
    private final ChildIndex<Pod> pods;
    private final ChildIndex<ControllerRevision> revisionsOf;
    private final WorkloadWorker<DaemonSet> workloadWorker;
    private final NameGenerator nameGenerator = new NameGenerator(RandomGenerator.getDefault());

    public DaemonSetController(ControllerContext context) {
        this.context = context;
        this.sets = context.informers().of(Kinds.DAEMON_SETS);
        this.nodes = context.informers().of(Kinds.NODES);
        this.revisions = context.informers().of(Kinds.CONTROLLER_REVISIONS);
        Informer<Pod> podMirror = context.informers().of(Kinds.PODS);
        this.pods = new ChildIndex<>(podMirror);
        this.revisionsOf = new ChildIndex<>(revisions);
        this.workloadWorker =
                new WorkloadWorker<>(context, name(), sets, List.of(nodes, revisions, podMirror), this::look);
        pods.enqueueOwners(sets, workloadWorker.queue());
        revisionsOf.enqueueOwners(sets, workloadWorker.queue());
        nodes.addEventHandler(this::changed);
    }

    /// Nodes speak often, and mostly of what does not matter here.
    private void changed(@Nullable Node before, @Nullable Node now) {
        for (DaemonSet set : sets.all()) {
            Optional<NodeEligibility> was = Optional.ofNullable(before).map(node -> NodeEligibility.of(set, node));
            Optional<NodeEligibility> is = Optional.ofNullable(now).map(node -> NodeEligibility.of(set, node));
            if (!was.equals(is)) {
                workloadWorker.queue().add(set.key());
            }
        }
    }

    @Override
    public String name() {
        return "daemonset-controller";
    }

    @Override
    public void start() throws InterruptedException {
        workloadWorker.start();
    }

    @Override
    public void close() {
        workloadWorker.close();
    }

    private ReconcileResult look(DaemonSet set) throws ApiFailure, InterruptedException {
        ChildAdoption<ControllerRevision> history = ChildAdoption.of(
                Kinds.DAEMON_SETS,
                set,
                Kinds.CONTROLLER_REVISIONS,
                revisionsOf.candidates(set),
                one -> set.selector().matches(one.meta().labels()));
        ChildAdoption<Pod> childAdoption = ChildAdoption.of(
                Kinds.DAEMON_SETS,
                set,
                Kinds.PODS,
                pods.candidates(set),
                pod -> set.selector().matches(pod.meta().labels()));
        if (!workloadWorker.adopt(set, history.changes()) || !workloadWorker.adopt(set, childAdoption.changes())) {
            return ReconcileResult.done();
        }
        return switch (RevisionHistory.of(
                Kinds.DAEMON_SETS,
                set,
                history.members(),
                DaemonSetState.HASH,
                name -> revisions
                        .find(new NamespacedName(set.meta().namespace(), name))
                        .isPresent())) {
            case RevisionHistory.Position.Missing(ClusterAction action) -> {
                context.executor().execute(action);
                yield ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case RevisionHistory.Position.Recorded(ControllerRevision latest) -> settle(set, latest, history.members());
        };
    }

    private ReconcileResult settle(DaemonSet set, ControllerRevision latest, List<ControllerRevision> history)
            throws ApiFailure, InterruptedException {
        String hash = latest.meta().labels().getOrDefault(DaemonSetState.HASH, "");
        try {
            workloadWorker.execute(
                    DaemonSetDecision.decide(scene(set, hash), nameGenerator),
                    new PodEvents(OwnerReferences.objectReference(Kinds.DAEMON_SETS, set))::failing);
        } finally {
            // What came of it, also when not all of it came.
            Optional<ClusterAction> status =
                    WorkloadStatusUpdate.change(Kinds.DAEMON_SETS, set, DaemonSetStatus.of(scene(set, hash)));
            if (status.isPresent()) {
                context.executor().execute(status.get());
            }
        }
        DaemonSetState after = scene(set, hash);
        Set<String> live = new HashSet<>(List.of(latest.meta().name()));
        after.pods()
                .forEach(pod ->
                        live.add(set.meta().name() + "-" + pod.meta().labels().get(DaemonSetState.HASH)));
        context.executor().execute(RevisionHistory.truncate(history, live, set.revisionHistoryLimit()));
        return after.patience().map(ReconcileResult::requeueAfter).orElseGet(ReconcileResult::done);
    }

    private DaemonSetState scene(DaemonSet set, String hash) {
        List<Pod> members = pods.of(set).stream()
                .filter(pod -> set.selector().matches(pod.meta().labels()))
                .toList();
        return new DaemonSetState(
                set, hash, List.copyOf(nodes.all()), members, context.clock().instant());
    }
}
