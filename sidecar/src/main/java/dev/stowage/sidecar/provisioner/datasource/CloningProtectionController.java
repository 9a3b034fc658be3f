package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes the protection from a claim that is being deleted once no clone needs it. Nothing is polled:
/// changes of the clone enqueue its source.
final class CloningProtectionController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CloningProtectionController.class);

    private final Informer<PersistentVolumeClaim> claims;
    private final Index<PersistentVolumeClaim> pending;
    private final SourceFinalizer<PersistentVolumeClaim> sourceFinalizer;
    private final WorkQueue<NamespacedName> queue;

    CloningProtectionController(
            RoleContext context,
            Index<PersistentVolumeClaim> pending,
            SourceFinalizer<PersistentVolumeClaim> sourceFinalizer,
            int workers,
            ExponentialBackoff backoff) {
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.pending = pending;
        this.sourceFinalizer = sourceFinalizer;
        this.queue =
                new WorkQueue<>("cloning-protection", workers, backoff, this::work, context.timer(), context.queues());
        claims.addEventHandler(this::changed);
    }

    private void changed(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (now != null && now.isBeingDeleted() && now.meta().hasFinalizer(CloneValidation.PROTECTION)) {
            queue.add(now.key());
        }
        if (before != null
                && !DataSourceReference.needed(before).isEmpty()
                && (now == null || DataSourceReference.needed(now).isEmpty())) {
            NamespacedName source =
                    new NamespacedName(DataSourceReference.namespace(before), DataSourceReference.name(before));
            claims.find(source).filter(PersistentVolumeClaim::isBeingDeleted).ifPresent(found -> queue.add(source));
        }
    }

    void start() throws InterruptedException {
        claims.awaitSynced();
        queue.start();
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        PersistentVolumeClaim claim = claims.find(key).orElse(null);
        if (claim == null || !claim.isBeingDeleted() || !claim.meta().hasFinalizer(CloneValidation.PROTECTION)) {
            return ReconcileResult.done();
        }
        if (pending.has(DataSourceReference.term(DataSourceReference.CLAIM, key))) {
            log.info(
                    "Keeping the protection of claim {}: it is being deleted, but a clone of it is not finished.", key);
            return ReconcileResult.done();
        }
        try {
            sourceFinalizer.remove(claim);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return e.isNotFound()
                    ? ReconcileResult.done()
                    : ReconcileResult.retry(
                            "cannot remove the protection finalizer from claim " + key + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
