package dev.stowage.cluster.workload.statefulset;

import dev.stowage.cluster.workload.ChildAdoption;
import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.PodAvailability;
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
public final class StatefulSetController implements Controller {
    private final ControllerContext context;
    private final Informer<StatefulSet> sets;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<ControllerRevision> revisions;
    private final ChildIndex<Pod> pods;
    private final ChildIndex<ControllerRevision> revisionsOf;
    private final WorkloadWorker<StatefulSet> workloadWorker;

    public StatefulSetController(ControllerContext context) {
        this.context = context;
        this.sets = context.informers().of(Kinds.STATEFUL_SETS);
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.revisions = context.informers().of(Kinds.CONTROLLER_REVISIONS);
        Informer<Pod> podMirror = context.informers().of(Kinds.PODS);
        this.pods = new ChildIndex<>(podMirror);
        this.revisionsOf = new ChildIndex<>(revisions);
        this.workloadWorker =
                new WorkloadWorker<>(context, name(), sets, List.of(claims, revisions, podMirror), this::look);
        pods.enqueueOwners(sets, workloadWorker.queue());
        revisionsOf.enqueueOwners(sets, workloadWorker.queue());
        claims.addEventHandler((before, now) -> {
            if (before != null && (now == null || now.isBeingDeleted())) {
                wakeFor(before);
            }
        });
    }

    /// A claim that a pod waits for is named after its set.
    private void wakeFor(PersistentVolumeClaim claim) {
        sets.all().stream()
                .filter(set -> set.meta().namespace().equals(claim.meta().namespace()))
                .filter(set -> !set.claimTemplates().isEmpty()
                        && claim.meta().name().contains("-" + set.meta().name() + "-"))
                .forEach(set -> workloadWorker.queue().add(set.key()));
    }

    @Override
    public String name() {
        return "statefulset-controller";
    }

    @Override
    public void start() throws InterruptedException {
        workloadWorker.start();
    }

    @Override
    public void close() {
        workloadWorker.close();
    }

    private ReconcileResult look(StatefulSet set) throws ApiFailure, InterruptedException {
        ChildAdoption<ControllerRevision> history = ChildAdoption.of(
                Kinds.STATEFUL_SETS,
                set,
                Kinds.CONTROLLER_REVISIONS,
                revisionsOf.candidates(set),
                one -> set.selector().matches(one.meta().labels()));
        ChildAdoption<Pod> childAdoption = ChildAdoption.of(
                Kinds.STATEFUL_SETS,
                set,
                Kinds.PODS,
                pods.candidates(set),
                pod -> set.selector().matches(pod.meta().labels()) && PodIdentity.ordinal(set, pod) >= 0);
        if (!workloadWorker.adopt(set, history.changes()) || !workloadWorker.adopt(set, childAdoption.changes())) {
            return ReconcileResult.done();
        }
        return switch (RevisionHistory.of(
                Kinds.STATEFUL_SETS,
                set,
                history.members(),
                RevisionHistory.HASH,
                name -> revisions
                        .find(new NamespacedName(set.meta().namespace(), name))
                        .isPresent())) {
            case RevisionHistory.Position.Missing(ClusterAction action) -> {
                context.executor().execute(action);
                yield ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case RevisionHistory.Position.Recorded(ControllerRevision latest) -> {
                ControllerRevision current = history.members().stream()
                        .filter(one -> one.meta()
                                .name()
                                .equals(set.status().path("currentRevision").asText("")))
                        .findFirst()
                        .orElse(latest);
                yield settle(set, current, latest, history.members());
            }
        };
    }

    private ReconcileResult settle(
            StatefulSet set, ControllerRevision current, ControllerRevision latest, List<ControllerRevision> history)
            throws ApiFailure, InterruptedException {
        try {
            workloadWorker.execute(
                    StatefulSetDecision.decide(scene(set, current, latest)), new StatefulSetEvents(set)::failing);
        } finally {
            // What came of it, also when not all of it came.
            Optional<ClusterAction> status = WorkloadStatusUpdate.change(
                    Kinds.STATEFUL_SETS, set, StatefulSetStatus.of(scene(set, current, latest)));
            if (status.isPresent()) {
                context.executor().execute(status.get());
            }
        }
        StatefulSetState after = scene(set, current, latest);
        Set<String> live =
                new HashSet<>(List.of(current.meta().name(), latest.meta().name()));
        after.pods().forEach(pod -> live.add(StatefulSetState.revision(pod)));
        context.executor().execute(RevisionHistory.truncate(history, live, set.revisionHistoryLimit()));
        return PodAvailability.next(after.pods(), set.minReadySeconds(), after.now())
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private StatefulSetState scene(StatefulSet set, ControllerRevision current, ControllerRevision latest) {
        List<Pod> members = pods.of(set).stream()
                .filter(pod -> set.selector().matches(pod.meta().labels()) && PodIdentity.ordinal(set, pod) >= 0)
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
