package dev.stowage.control.protection;

import dev.stowage.control.protection.ClaimProtectionDecision.Result;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Protects claims while pods use them.
public final class ClaimProtectionController implements Controller {
    /// Enough workers for claims that are deleted together to share one list of pods.
    private static final int WORKERS = 128;

    private final ControllerContext context;
    private final boolean conditions;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<Pod> pods;
    private final Index<Pod> users;
    private final LivePodLister live;
    private final WorkQueue<NamespacedName> queue;

    public ClaimProtectionController(ControllerContext context) {
        this.context = context;
        this.conditions = context.gates().isEnabled(StorageFeatures.UNUSED_CLAIMS);
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.pods = context.informers().of(Kinds.PODS);
        this.users = pods.index(ClaimProtectionController::claims);
        this.live = new LivePodLister(
                namespace -> context.api().list(Kinds.PODS, namespace).items());
        this.queue = new WorkQueue<>(
                "pvcprotection",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                context.timer(),
                context.queues());
        claims.addEventHandler((_, now) -> claimChanged(now));
        pods.addEventHandler(this::podChanged);
    }

    private static List<String> claims(Pod pod) {
        return pod.claims().stream()
                .map(claim -> new NamespacedName(pod.meta().namespace(), claim).toString())
                .toList();
    }

    private void claimChanged(@Nullable PersistentVolumeClaim now) {
        if (now != null
                && (ProtectionFinalizer.concerns(now, ClaimProtectionDecision.FINALIZER)
                        || (conditions && saysNothing(now)))) {
            queue.add(now.key());
        }
    }

    private static boolean saysNothing(PersistentVolumeClaim claim) {
        return claim.status().conditions().stream()
                .noneMatch(condition -> condition.type().equals(ClaimProtectionDecision.UNUSED));
    }

    private void podChanged(@Nullable Pod before, @Nullable Pod now) {
        // The name may now belong to another pod with other claims.
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
                case Result.Certain certain -> carryOut(certain);
                case Result.Unsure _ -> ask(claim);
            };
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    private ReconcileResult ask(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        List<Pod> found = live.naming(claim.meta().namespace(), claim.meta().name());
        return switch (decide(claim, found, true)) {
            case Result.Certain certain -> carryOut(certain);
            case Result.Unsure _ -> throw new IllegalStateException("A live list must give a definite result.");
        };
    }

    private Result decide(PersistentVolumeClaim claim, List<Pod> found, boolean certain) {
        return ClaimProtectionDecision.decide(
                claim, found, certain, conditions, context.clock().instant());
    }

    private ReconcileResult carryOut(Result.Certain certain) throws ApiFailure, InterruptedException {
        context.executor().execute(certain.acts());
        return ReconcileResult.done();
    }

    @Override
    public String name() {
        return ControllerName.CLAIM_PROTECTION.text();
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
