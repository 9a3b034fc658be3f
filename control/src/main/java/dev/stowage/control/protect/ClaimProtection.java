package dev.stowage.control.protect;

import dev.stowage.control.Controller;
import dev.stowage.control.Gate;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.control.protect.ClaimRule.Verdict;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps claims while pods use them.
public final class ClaimProtection implements Controller {
    /// So many that claims deleted together meet in one list of the pods.
    private static final int WORKERS = 128;

    private final Shared shared;
    private final boolean conditions;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<Pod> pods;
    private final Index<Pod> users;
    private final LivePods live;
    private final WorkQueue<NamespacedName> queue;

    public ClaimProtection(Shared shared) {
        this.shared = shared;
        this.conditions = shared.gates().isEnabled(Gate.UNUSED_CLAIMS);
        this.claims = shared.informers().of(Kinds.CLAIMS);
        this.pods = shared.informers().of(Kinds.PODS);
        this.users = pods.index(ClaimProtection::claims);
        this.live = new LivePods(
                namespace -> shared.api().list(Kinds.PODS, namespace).items());
        this.queue = new WorkQueue<>(
                "pvcprotection",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        claims.addEventHandler((_, now) -> claimChanged(now));
        pods.addEventHandler(this::podChanged);
    }

    private static List<String> claims(Pod pod) {
        return pod.claims().stream()
                .map(claim -> new NamespacedName(pod.meta().namespace(), claim).toString())
                .toList();
    }

    private void claimChanged(@Nullable PersistentVolumeClaim now) {
        if (now != null && (Guard.concerns(now, ClaimRule.FINALIZER) || (conditions && saysNothing(now)))) {
            queue.add(now.key());
        }
    }

    private static boolean saysNothing(PersistentVolumeClaim claim) {
        return claim.status().conditions().stream()
                .noneMatch(condition -> condition.type().equals(ClaimRule.UNUSED));
    }

    private void podChanged(@Nullable Pod before, @Nullable Pod now) {
        // The name may have been given to another pod, with other claims.
        if (before != null
                && (now == null || !before.meta().uid().equals(now.meta().uid()))) {
            add(before);
        }
        if (now != null && (conditions || now.isTerminated() || now.nodeName().isEmpty())) {
            add(now);
        }
    }

    private void add(Pod pod) {
        pod.claims().forEach(claim -> queue.add(new NamespacedName(pod.meta().namespace(), claim)));
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        PersistentVolumeClaim claim = claims.find(key).orElse(null);
        if (claim == null) {
            return ReconcileResult.done();
        }
        try {
            return switch (decide(claim, users.get(key.toString()), false)) {
                case Verdict.Certain certain -> carryOut(certain);
                case Verdict.Unsure _ -> ask(claim);
            };
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    private ReconcileResult ask(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        List<Pod> found = live.naming(claim.meta().namespace(), claim.meta().name());
        return switch (decide(claim, found, true)) {
            case Verdict.Certain certain -> carryOut(certain);
            case Verdict.Unsure _ -> throw new IllegalStateException("The server's own word is certain.");
        };
    }

    private Verdict decide(PersistentVolumeClaim claim, List<Pod> found, boolean certain) {
        return ClaimRule.decide(
                claim, found, certain, conditions, shared.clock().instant());
    }

    private ReconcileResult carryOut(Verdict.Certain certain) throws ApiFailure, InterruptedException {
        shared.hands().carryOut(certain.acts());
        return ReconcileResult.done();
    }

    @Override
    public String name() {
        return "persistentvolumeclaim-protection-controller";
    }

    @Override
    public void start() throws InterruptedException {
        claims.awaitSynced();
        pods.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
