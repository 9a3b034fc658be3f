package dev.stowage.control.expand;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Looks at claims that grow.
public final class Expander implements Controller {
    private static final int WORKERS = 10;

    private final Shared shared;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final WorkQueue<Key> queue;

    public Expander(Shared shared) {
        this.shared = shared;
        this.claims = shared.mirrors().of(Kinds.CLAIMS);
        this.volumes = shared.mirrors().of(Kinds.VOLUMES);
        this.queue = new WorkQueue<>(
                "volume_expand",
                WORKERS,
                new Backoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        claims.listen(this::claimChanged);
        volumes.listen(this::volumeChanged);
    }

    /// Every look at a claim that grows is an event for its user, so only changes of its size are looked at.
    private void claimChanged(@Nullable Claim before, @Nullable Claim now) {
        if (now == null || !now.status().isBound()) {
            return;
        }
        if (before == null
                || now.request().compareTo(before.request()) > 0
                || now.status().capacity().compareTo(before.status().capacity()) > 0) {
            queue.add(now.key());
        }
    }

    /// A claim may be heard of before its volume.
    private void volumeChanged(@Nullable Volume before, @Nullable Volume now) {
        ObjectRef bound = now == null ? null : now.claim();
        if (bound == null || bound.uid().isEmpty()) {
            return;
        }
        ObjectRef old = before == null ? null : before.claim();
        if (old == null || !old.uid().equals(bound.uid())) {
            queue.add(bound.key());
        }
    }

    private Outcome work(Key key) throws InterruptedException {
        Claim claim = claims.find(key).orElse(null);
        Volume volume = claim == null ? null : volumes.find(claim.volumeName()).orElse(null);
        if (claim == null || volume == null) {
            return Outcome.done();
        }
        try {
            shared.hands().carryOut(ExpandRule.decide(claim, volume));
            return Outcome.done();
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "persistentvolume-expander-controller";
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
