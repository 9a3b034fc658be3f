package dev.stowage.control.workload.daemon;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Desk;
import dev.stowage.control.workload.Family;
import dev.stowage.control.workload.History;
import dev.stowage.control.workload.Kin;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.PodTelling;
import dev.stowage.control.workload.Status;
import dev.stowage.control.workload.Suffixes;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.DaemonSet;
import dev.stowage.k8s.NamespacedName;
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
public final class DaemonSets implements Controller {
    private final Shared shared;
    private final Informer<DaemonSet> sets;
    private final Informer<Node> nodes;
    private final Informer<ControllerRevision> revisions;
    private final Kin<Pod> pods;
    private final Kin<ControllerRevision> revisionsOf;
    private final Desk<DaemonSet> desk;
    private final Suffixes suffixes = new Suffixes(RandomGenerator.getDefault());

    public DaemonSets(Shared shared) {
        this.shared = shared;
        this.sets = shared.informers().of(Kinds.DAEMON_SETS);
        this.nodes = shared.informers().of(Kinds.NODES);
        this.revisions = shared.informers().of(Kinds.CONTROLLER_REVISIONS);
        Informer<Pod> podMirror = shared.informers().of(Kinds.PODS);
        this.pods = new Kin<>(podMirror);
        this.revisionsOf = new Kin<>(revisions);
        this.desk = new Desk<>(shared, name(), sets, List.of(nodes, revisions, podMirror), this::look);
        pods.wake(sets, desk.queue());
        revisionsOf.wake(sets, desk.queue());
        nodes.addEventHandler(this::changed);
    }

    /// Nodes speak often, and mostly of what does not matter here.
    private void changed(@Nullable Node before, @Nullable Node now) {
        for (DaemonSet set : sets.all()) {
            Optional<Placing> was = Optional.ofNullable(before).map(node -> Placing.of(set, node));
            Optional<Placing> is = Optional.ofNullable(now).map(node -> Placing.of(set, node));
            if (!was.equals(is)) {
                desk.queue().add(set.key());
            }
        }
    }

    @Override
    public String name() {
        return "daemonset-controller";
    }

    @Override
    public void start() throws InterruptedException {
        desk.start();
    }

    @Override
    public void close() {
        desk.close();
    }

    private ReconcileResult look(DaemonSet set) throws ApiFailure, InterruptedException {
        Family<ControllerRevision> history = Family.of(
                Kinds.DAEMON_SETS,
                set,
                Kinds.CONTROLLER_REVISIONS,
                revisionsOf.candidates(set),
                one -> set.selector().matches(one.meta().labels()));
        Family<Pod> family = Family.of(
                Kinds.DAEMON_SETS,
                set,
                Kinds.PODS,
                pods.candidates(set),
                pod -> set.selector().matches(pod.meta().labels()));
        if (!desk.unite(set, history.changes()) || !desk.unite(set, family.changes())) {
            return ReconcileResult.done();
        }
        return switch (History.of(
                Kinds.DAEMON_SETS,
                set,
                history.members(),
                DaemonScene.HASH,
                name -> revisions.find(new NamespacedName(set.meta().namespace(), name)).isPresent())) {
            case History.Place.Unwritten(Act act) -> {
                shared.hands().carryOut(act);
                yield ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case History.Place.Known(ControllerRevision latest) -> settle(set, latest, history.members());
        };
    }

    private ReconcileResult settle(DaemonSet set, ControllerRevision latest, List<ControllerRevision> history)
            throws ApiFailure, InterruptedException {
        String hash = latest.meta().labels().getOrDefault(DaemonScene.HASH, "");
        try {
            desk.carryOut(
                    DaemonDecision.decide(scene(set, hash), suffixes),
                    new PodTelling(Owning.about(Kinds.DAEMON_SETS, set))::failing);
        } finally {
            // What came of it, also when not all of it came.
            Optional<Act> status = Status.change(Kinds.DAEMON_SETS, set, DaemonStatus.of(scene(set, hash)));
            if (status.isPresent()) {
                shared.hands().carryOut(status.get());
            }
        }
        DaemonScene after = scene(set, hash);
        Set<String> live = new HashSet<>(List.of(latest.meta().name()));
        after.pods()
                .forEach(pod ->
                        live.add(set.meta().name() + "-" + pod.meta().labels().get(DaemonScene.HASH)));
        shared.hands().carryOut(History.truncate(history, live, set.revisionHistoryLimit()));
        return after.patience().map(ReconcileResult::requeueAfter).orElseGet(ReconcileResult::done);
    }

    private DaemonScene scene(DaemonSet set, String hash) {
        List<Pod> members = pods.of(set).stream()
                .filter(pod -> set.selector().matches(pod.meta().labels()))
                .toList();
        return new DaemonScene(
                set, hash, List.copyOf(nodes.all()), members, shared.clock().instant());
    }
}
