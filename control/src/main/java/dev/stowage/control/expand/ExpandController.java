package dev.stowage.control.expand;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reconciles claims that are being expanded.
public final class ExpandController implements Controller {
    private static final int WORKERS = 10;

    private final ControllerContext context;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final WorkQueue<NamespacedName> queue;

    public ExpandController(ControllerContext context) {
        this.context = context;
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.volumes = context.informers().of(Kinds.VOLUMES);
        this.queue = new WorkQueue<>(
                "volume_expand",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                context.timer(),
                context.queues());
        claims.addEventHandler(this::claimChanged);
        volumes.addEventHandler(this::volumeChanged);
    }

    /// Each run for such a claim records an event, so only changes of its size are enqueued.
    private void claimChanged(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (now == null || !now.status().isBound()) {
            return;
        }
        if (before == null
                || now.request().compareTo(before.request()) > 0
                || now.status().capacity().compareTo(before.status().capacity()) > 0) {
            queue.add(now.key());
        }
    }

    /// The event of a claim may arrive before that of its volume.
    private void volumeChanged(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        ObjectReference bound = now == null ? null : now.claim();
        if (bound == null || bound.uid().isEmpty()) {
            return;
        }
        ObjectReference old = before == null ? null : before.claim();
        if (old == null || !old.uid().equals(bound.uid())) {
            queue.add(bound.key());
        }
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        PersistentVolumeClaim claim = claims.find(key).orElse(null);
        PersistentVolume volume =
                claim == null ? null : volumes.find(claim.volumeName()).orElse(null);
        if (claim == null || volume == null) {
            return ReconcileResult.done();
        }
        try {
            context.executor().execute(ExpandDecision.decide(claim, volume));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    @Override
    public String name() {
        return ControllerName.EXPANDER.text();
    }

    @Override
    public void start() throws InterruptedException {
        claims.awaitSynced();
        volumes.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
