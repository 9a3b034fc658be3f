package dev.stowage.control.workload.replica;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Desk;
import dev.stowage.control.workload.Family;
import dev.stowage.control.workload.Kin;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.PodTelling;
import dev.stowage.control.workload.Readiness;
import dev.stowage.control.workload.Status;
import dev.stowage.control.workload.Suffixes;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Keeps the pods of ReplicaSets.
public final class ReplicaSets implements Controller {
    private final Shared shared;
    private final Kin<Pod> pods;
    private final Kin<ReplicaSet> siblings;
    private final Desk<ReplicaSet> desk;
    private final Suffixes suffixes = new Suffixes(RandomGenerator.getDefault());

    public ReplicaSets(Shared shared) {
        this.shared = shared;
        Informer<ReplicaSet> sets = shared.informers().of(Kinds.REPLICA_SETS);
        Informer<Pod> podMirror = shared.informers().of(Kinds.PODS);
        this.pods = new Kin<>(podMirror);
        this.siblings = new Kin<>(sets);
        this.desk = new Desk<>(shared, name(), sets, List.of(podMirror), this::look);
        pods.wake(sets, desk.queue());
    }

    @Override
    public String name() {
        return "replicaset-controller";
    }

    @Override
    public void start() throws InterruptedException {
        desk.start();
    }

    @Override
    public void close() {
        desk.close();
    }

    private ReconcileResult look(ReplicaSet set) throws ApiFailure, InterruptedException {
        Family<Pod> family = Family.of(
                Kinds.REPLICA_SETS,
                set,
                Kinds.PODS,
                // One that is over counts for nobody.
                pods.candidates(set).stream()
                        .filter(pod -> pod.meta().controller().isPresent() || ReplicaDecision.isActive(pod))
                        .toList(),
                pod -> set.selector().matches(pod.meta().labels()));
        if (!desk.unite(set, family.changes())) {
            return ReconcileResult.done();
        }
        Instant now = shared.clock().instant();
        List<Act> acts = ReplicaDecision.decide(set, family.members(), related(set), suffixes, now);
        try {
            desk.carryOut(acts, new PodTelling(Owning.about(Kinds.REPLICA_SETS, set))::failing);
        } catch (ApiFailure e) {
            report(set, Optional.of(Objects.requireNonNullElse(e.getMessage(), e.toString())), now);
            throw e;
        }
        report(set, Optional.empty(), now);
        return Readiness.next(pods.of(set), set.minReadySeconds(), now)
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private void report(ReplicaSet set, Optional<String> failure, Instant now) throws ApiFailure, InterruptedException {
        List<Pod> members = pods.of(set).stream()
                .filter(pod -> set.selector().matches(pod.meta().labels()))
                .toList();
        Optional<Act> status = Status.change(Kinds.REPLICA_SETS, set, ReplicaStatus.of(set, members, failure, now));
        if (status.isPresent()) {
            shared.hands().carryOut(status.get());
        }
    }

    private List<Pod> related(ReplicaSet set) {
        List<ReplicaSet> sets =
                set.meta().controller().map(ownerReference -> siblings.of(ownerReference.uid())).orElse(List.of(set));
        return sets.stream()
                .flatMap(one -> pods.of(one).stream())
                .filter(ReplicaDecision::isActive)
                .toList();
    }
}
