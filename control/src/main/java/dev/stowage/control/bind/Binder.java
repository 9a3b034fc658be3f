package dev.stowage.control.bind;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.program.ControllerName;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Binds claims to volumes, asks for volumes that are not there yet, and gives volumes their phases. As many claims are
/// worked on at once as the server bears.
public final class Binder implements Controller {
    private static final int CLAIM_WORKERS = 64;
    private static final int VOLUME_WORKERS = 32;
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(50), Duration.ofMinutes(2));

    private final Shared shared;
    private final BinderOptions options;
    private final MirrorView view;
    private final WorkQueue<NamespacedName> claims;
    private final WorkQueue<NamespacedName> volumes;
    private final Wakes wakes;
    private @Nullable Future<?> repair;

    public Binder(Shared shared, BinderOptions options) {
        this.shared = shared;
        this.options = options;
        view = new MirrorView(shared.informers());
        var hands = new Measured(
                shared.hands(), new Operations(shared.informers(), shared.metrics(), shared.clock()), shared.metrics());
        var matchmaker = new Matchmaker(
                view, hands, shared.clock(), options.provisioning(), this::lookAtClaim, this::lookAtVolume);
        claims = new WorkQueue<>(
                "claims", CLAIM_WORKERS, PAUSES, matchmaker::lookAtClaim, shared.timer(), shared.queues());
        volumes = new WorkQueue<>(
                "volumes", VOLUME_WORKERS, PAUSES, matchmaker::lookAtVolume, shared.timer(), shared.queues());
        Census.register(shared.informers(), shared.metrics());
        wakes = new Wakes(shared.informers(), view, matchmaker, this::lookAtClaim, this::lookAtVolume);
    }

    private void lookAtClaim(NamespacedName claim) {
        claims.add(claim);
    }

    private void lookAtVolume(String volume) {
        volumes.add(NamespacedName.of(volume));
    }

    @Override
    public String name() {
        return ControllerName.BINDER.text();
    }

    @Override
    public void start() throws InterruptedException {
        view.awaitSynced();
        volumes.start();
        claims.start();
        long nanos = options.repair().toNanos();
        synchronized (this) {
            repair = shared.timer().scheduleWithFixedDelay(wakes::repair, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (repair != null) {
                repair.cancel(false);
            }
        }
        claims.close();
        volumes.close();
    }
}
