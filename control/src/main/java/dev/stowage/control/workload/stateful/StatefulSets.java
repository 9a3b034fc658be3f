package dev.stowage.control.workload.stateful;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Desk;
import dev.stowage.control.workload.Family;
import dev.stowage.control.workload.History;
import dev.stowage.control.workload.Kin;
import dev.stowage.control.workload.Readiness;
import dev.stowage.control.workload.Status;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.k8s.NamespacedName;
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
public final class StatefulSets implements Controller {
    private final Shared shared;
    private final Informer<StatefulSet> sets;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<ControllerRevision> revisions;
    private final Kin<Pod> pods;
    private final Kin<ControllerRevision> revisionsOf;
    private final Desk<StatefulSet> desk;

    public StatefulSets(Shared shared) {
        this.shared = shared;
        this.sets = shared.informers().of(Kinds.STATEFUL_SETS);
        this.claims = shared.informers().of(Kinds.CLAIMS);
        this.revisions = shared.informers().of(Kinds.CONTROLLER_REVISIONS);
        Informer<Pod> podMirror = shared.informers().of(Kinds.PODS);
        this.pods = new Kin<>(podMirror);
        this.revisionsOf = new Kin<>(revisions);
        this.desk = new Desk<>(shared, name(), sets, List.of(claims, revisions, podMirror), this::look);
        pods.wake(sets, desk.queue());
        revisionsOf.wake(sets, desk.queue());
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
                .forEach(set -> desk.queue().add(set.key()));
    }

    @Override
    public String name() {
        return "statefulset-controller";
    }

    @Override
    public void start() throws InterruptedException {
        desk.start();
    }

    @Override
    public void close() {
        desk.close();
    }

    private ReconcileResult look(StatefulSet set) throws ApiFailure, InterruptedException {
        Family<ControllerRevision> history = Family.of(
                Kinds.STATEFUL_SETS,
                set,
                Kinds.CONTROLLER_REVISIONS,
                revisionsOf.candidates(set),
                one -> set.selector().matches(one.meta().labels()));
        Family<Pod> family = Family.of(
                Kinds.STATEFUL_SETS,
                set,
                Kinds.PODS,
                pods.candidates(set),
                pod -> set.selector().matches(pod.meta().labels()) && Identity.ordinal(set, pod) >= 0);
        if (!desk.unite(set, history.changes()) || !desk.unite(set, family.changes())) {
            return ReconcileResult.done();
        }
        return switch (History.of(
                Kinds.STATEFUL_SETS,
                set,
                history.members(),
                History.HASH,
                name -> revisions.find(new NamespacedName(set.meta().namespace(), name)).isPresent())) {
            case History.Place.Unwritten(Act act) -> {
                shared.hands().carryOut(act);
                yield ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case History.Place.Known(ControllerRevision latest) -> {
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
            desk.carryOut(StatefulDecision.decide(scene(set, current, latest)), new StatefulTelling(set)::failing);
        } finally {
            // What came of it, also when not all of it came.
            Optional<Act> status =
                    Status.change(Kinds.STATEFUL_SETS, set, StatefulStatus.of(scene(set, current, latest)));
            if (status.isPresent()) {
                shared.hands().carryOut(status.get());
            }
        }
        Scene after = scene(set, current, latest);
        Set<String> live =
                new HashSet<>(List.of(current.meta().name(), latest.meta().name()));
        after.pods().forEach(pod -> live.add(Scene.revision(pod)));
        shared.hands().carryOut(History.truncate(history, live, set.revisionHistoryLimit()));
        return Readiness.next(after.pods(), set.minReadySeconds(), after.now())
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private Scene scene(StatefulSet set, ControllerRevision current, ControllerRevision latest) {
        List<Pod> members = pods.of(set).stream()
                .filter(pod -> set.selector().matches(pod.meta().labels()) && Identity.ordinal(set, pod) >= 0)
                .toList();
        Map<String, PersistentVolumeClaim> found = new HashMap<>();
        for (int ordinal = set.first(); ordinal < set.first() + set.replicas(); ordinal++) {
            find(set, ordinal, found);
        }
        members.forEach(pod -> find(set, Identity.ordinal(set, pod), found));
        return new Scene(set, current, latest, members, found, shared.clock().instant());
    }

    private void find(StatefulSet set, int ordinal, Map<String, PersistentVolumeClaim> found) {
        for (String name : Identity.claimNames(set, ordinal)) {
            claims.find(new NamespacedName(set.meta().namespace(), name)).ifPresent(claim -> found.put(name, claim));
        }
    }
}
