package dev.stowage.cluster.workload.statefulset;

import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.PodAvailability;
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
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Keeps the pods of StatefulSets, and their claims.
public final class StatefulSetController implements WorkloadController<StatefulSet> {
    private final ControllerContext context;
    private final Informer<StatefulSet> sets;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<ControllerRevision> revisions;
    private final ChildIndex<Pod> pods;
    private final ChildIndex<ControllerRevision> revisionsOf;
    private final WorkloadWorker<StatefulSet> worker;

    public StatefulSetController(ControllerContext context) {
        this.context = context;
        this.worker = new WorkloadWorker<>(context, ControllerName.STATEFUL_SET, Kinds.STATEFUL_SETS, this::reconcile);
        this.sets = worker.objects();
        this.claims = worker.informer(Kinds.CLAIMS);
        this.revisions = worker.informer(Kinds.CONTROLLER_REVISIONS);
        this.pods = worker.children(Kinds.PODS);
        this.revisionsOf = worker.children(Kinds.CONTROLLER_REVISIONS);
        claims.addEventHandler((before, now) -> {
            if (before != null && (now == null || now.isBeingDeleted())) {
                enqueueSetsOf(before);
            }
        });
    }

    /// A claim that a pod waits for is named after its set.
    private void enqueueSetsOf(PersistentVolumeClaim claim) {
        sets.all().stream()
                .filter(set -> set.meta().namespace().equals(claim.meta().namespace()))
                .filter(set -> !set.claimTemplates().isEmpty()
                        && claim.meta().name().contains("-" + set.meta().name() + "-"))
                .forEach(set -> worker.queue().add(set.key()));
    }

    @Override
    public WorkloadWorker<StatefulSet> worker() {
        return worker;
    }

    private ReconcileResult reconcile(StatefulSet set) throws ApiFailure, InterruptedException {
        Optional<List<ControllerRevision>> history = worker.adopt(set, revisionsOf);
        if (history.isEmpty()
                || worker.adopt(set, pods, pod -> PodIdentity.ordinal(set, pod) >= 0)
                        .isEmpty()) {
            return ReconcileResult.done();
        }
        return switch (RevisionHistory.of(
                Kinds.STATEFUL_SETS,
                set,
                history.get(),
                RevisionHistory.HASH,
                name -> revisions
                        .find(new NamespacedName(set.meta().namespace(), name))
                        .isPresent())) {
            case RevisionHistory.Position.Missing(ClusterAction action) -> {
                context.executor().execute(action);
                yield ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case RevisionHistory.Position.Recorded(ControllerRevision latest) -> {
                ControllerRevision current = history.get().stream()
                        .filter(one -> one.meta()
                                .name()
                                .equals(set.status().path("currentRevision").asText("")))
                        .findFirst()
                        .orElse(latest);
                yield settle(set, current, latest, history.get());
            }
        };
    }

    private ReconcileResult settle(
            StatefulSet set, ControllerRevision current, ControllerRevision latest, List<ControllerRevision> history)
            throws ApiFailure, InterruptedException {
        try {
            worker.execute(
                    StatefulSetDecision.decide(state(set, current, latest)), new StatefulSetEvents(set)::failing);
        } finally {
            // Also after a failure: the status counts what was done before it.
            worker.updateStatus(set, StatefulSetStatus.of(state(set, current, latest)));
        }
        StatefulSetState after = state(set, current, latest);
        Set<String> live =
                new HashSet<>(List.of(current.meta().name(), latest.meta().name()));
        after.pods().forEach(pod -> live.add(StatefulSetState.revision(pod)));
        context.executor().execute(RevisionHistory.truncate(history, live, set.revisionHistoryLimit()));
        return PodAvailability.next(after.pods(), set.minReadySeconds(), after.now())
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private StatefulSetState state(StatefulSet set, ControllerRevision current, ControllerRevision latest) {
        List<Pod> members = pods.matching(set).stream()
                .filter(pod -> PodIdentity.ordinal(set, pod) >= 0)
                .toList();
        Map<String, PersistentVolumeClaim> found = new HashMap<>();
        for (int ordinal = set.first(); ordinal < set.first() + set.replicas(); ordinal++) {
            find(set, ordinal, found);
        }
        members.forEach(pod -> find(set, PodIdentity.ordinal(set, pod), found));
        return new StatefulSetState(
                set, current, latest, members, found, context.clock().instant());
    }

    private void find(StatefulSet set, int ordinal, Map<String, PersistentVolumeClaim> found) {
        for (String name : PodIdentity.claimNames(set, ordinal)) {
            claims.find(new NamespacedName(set.meta().namespace(), name)).ifPresent(claim -> found.put(name, claim));
        }
    }
}
