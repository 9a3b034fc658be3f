package dev.stowage.sidecar.provision.source;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import dev.stowage.sidecar.Shared;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets go of a claim that is being deleted once nobody is filled from it any more. Nothing is polled: the clone's own
/// progress brings its source back into the queue.
final class CloneProtection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CloneProtection.class);

    private final Mirror<Claim> claims;
    private final Index<Claim> pending;
    private final Finalizers<Claim> finalizers;
    private final WorkQueue<Key> queue;

    CloneProtection(Shared shared, Index<Claim> pending, Finalizers<Claim> finalizers, int workers, Backoff pauses) {
        this.claims = shared.mirrors().of(Kinds.CLAIMS);
        this.pending = pending;
        this.finalizers = finalizers;
        this.queue =
                new WorkQueue<>("cloning-protection", workers, pauses, this::work, shared.timer(), shared.queues());
        claims.listen(this::changed);
    }

    private void changed(@Nullable Claim before, @Nullable Claim now) {
        if (now != null && now.isBeingDeleted() && now.meta().hasFinalizer(CloneRules.PROTECTION)) {
            queue.add(now.key());
        }
        if (before != null
                && !Named.needed(before).isEmpty()
                && (now == null || Named.needed(now).isEmpty())) {
            Key source = new Key(Named.namespace(before), Named.name(before));
            claims.find(source).filter(Claim::isBeingDeleted).ifPresent(found -> queue.add(source));
        }
    }

    void start() throws InterruptedException {
        claims.awaitSynced();
        queue.start();
    }

    private Outcome work(Key key) throws InterruptedException {
        Claim claim = claims.find(key).orElse(null);
        if (claim == null || !claim.isBeingDeleted() || !claim.meta().hasFinalizer(CloneRules.PROTECTION)) {
            return Outcome.done();
        }
        if (pending.has(Named.term(Named.CLAIM, key))) {
            log.info("Claim {} is being deleted, but still cloned: its protection stays.", key);
            return Outcome.done();
        }
        try {
            finalizers.remove(claim);
            return Outcome.done();
        } catch (ApiFailure e) {
            return e.isNotFound()
                    ? Outcome.done()
                    : Outcome.retry("cannot take the protection off claim " + key + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
