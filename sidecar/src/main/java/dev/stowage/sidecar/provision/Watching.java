package dev.stowage.sidecar.provision;

import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.WorkQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Turns changes of the cluster into keys that need a look, and only those: most claims are bound, or another's.
final class Watching {
    private final Workshop shop;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<Key> volumeQueue;
    private final VolumeWorker volumeWorker;

    Watching(Workshop shop, WorkQueue<ClaimId> claimQueue, WorkQueue<Key> volumeQueue, VolumeWorker volumeWorker) {
        this.shop = shop;
        this.claimQueue = claimQueue;
        this.volumeQueue = volumeQueue;
        this.volumeWorker = volumeWorker;
    }

    void begin(@Nullable Mirror<Attachment> attachments) {
        shop.claims().listen(this::claim);
        shop.volumes().listen(this::volume);
        shop.classes().listen(this::storageClass);
        if (attachments != null) {
            attachments.listen(this::attachment);
        }
    }

    private void claim(@Nullable Claim before, @Nullable Claim now) {
        if (now != null) {
            if (before != null && !before.meta().uid().equals(now.meta().uid())) {
                gone(before);
            }
            if (isOpen(now) && (before == null || matters(before, now))) {
                claimQueue.add(ClaimId.of(now));
            }
        } else if (before != null) {
            gone(before);
        }
    }

    private void gone(Claim claim) {
        ClaimId id = ClaimId.of(claim);
        shop.traces().gone(id);
        shop.patience().forget(id);
        shop.seams().share().forget(claim);
        if (shop.traces().of(id) == Trace.OPEN) {
            claimQueue.add(id);
        } else {
            shop.seams().placement().settled(claim);
            claimQueue.forget(id);
        }
    }

    private boolean isOpen(Claim claim) {
        return (claim.volumeName().isEmpty() || shop.traces().of(ClaimId.of(claim)) == Trace.OPEN)
                && ClaimDecision.isOurs(claim, shop.terms().driver(), shop.names());
    }

    /// What others note on a claim is no news: it would cut short the pause after a failure.
    private static boolean matters(Claim before, Claim now) {
        return !(before.meta().annotations().equals(now.meta().annotations())
                && before.isBeingDeleted() == now.isBeingDeleted()
                && before.volumeName().equals(now.volumeName())
                && before.status().phase().equals(now.status().phase())
                && before.request().equals(now.request())
                && Objects.equals(before.storageClass(), now.storageClass())
                && Objects.equals(before.attributesClass(), now.attributesClass()));
    }

    private void volume(@Nullable Volume before, @Nullable Volume now) {
        if (now != null && VolumeDecision.of(now, shop.names()) != VolumeDecision.NOTHING) {
            volumeQueue.add(now.key());
        }
        if (now == null && before != null) {
            volumeWorker.gone(before);
            volumeQueue.forget(before.key());
        }
        ObjectRef owner = now == null && before != null ? before.claim() : null;
        if (owner != null) {
            // Its claim may still want one.
            shop.claims()
                    .find(owner.key())
                    .filter(claim -> claim.meta().uid().equals(owner.uid()) && isOpen(claim))
                    .ifPresent(claim -> claimQueue.add(ClaimId.of(claim)));
        }
    }

    private void storageClass(@Nullable StorageClass before, @Nullable StorageClass now) {
        if (now == null
                || (before != null && before.meta().uid().equals(now.meta().uid()))) {
            return;
        }
        String name = now.meta().name();
        shop.patience().waitingFor(name).forEach(claimQueue::add);
        for (Claim claim : shop.claims().all()) {
            if (ClaimDecision.className(claim).equals(name) && isOpen(claim)) {
                claimQueue.add(ClaimId.of(claim));
            }
        }
    }

    private void attachment(@Nullable Attachment before, @Nullable Attachment now) {
        if (now == null && before != null) {
            Key key = Key.of(before.volumeName());
            shop.volumes()
                    .find(key)
                    .filter(volume -> VolumeDecision.of(volume, shop.names()) == VolumeDecision.DELETE)
                    .ifPresent(_ -> volumeQueue.add(key));
        }
    }
}
