package dev.stowage.sidecar.provision;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Turns changes of the cluster into keys that need a look, and only those: most claims are bound, or another's.
final class Watching {
    private final Workshop shop;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<NamespacedName> volumeQueue;
    private final VolumeWorker volumeWorker;

    Watching(Workshop shop, WorkQueue<ClaimId> claimQueue, WorkQueue<NamespacedName> volumeQueue, VolumeWorker volumeWorker) {
        this.shop = shop;
        this.claimQueue = claimQueue;
        this.volumeQueue = volumeQueue;
        this.volumeWorker = volumeWorker;
    }

    void begin(@Nullable Informer<VolumeAttachment> attachments) {
        shop.claims().addEventHandler(this::claim);
        shop.volumes().addEventHandler(this::volume);
        shop.classes().addEventHandler(this::storageClass);
        if (attachments != null) {
            attachments.addEventHandler(this::attachment);
        }
    }

    private void claim(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
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

    private void gone(PersistentVolumeClaim claim) {
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

    private boolean isOpen(PersistentVolumeClaim claim) {
        return (claim.volumeName().isEmpty() || shop.traces().of(ClaimId.of(claim)) == Trace.OPEN)
                && ClaimDecision.isOurs(claim, shop.terms().driver(), shop.names());
    }

    /// What others note on a claim is no news: it would cut short the pause after a failure.
    private static boolean matters(PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return !(before.meta().annotations().equals(now.meta().annotations())
                && before.isBeingDeleted() == now.isBeingDeleted()
                && before.volumeName().equals(now.volumeName())
                && before.status().phase().equals(now.status().phase())
                && before.request().equals(now.request())
                && Objects.equals(before.storageClass(), now.storageClass())
                && Objects.equals(before.attributesClass(), now.attributesClass()));
    }

    private void volume(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        if (now != null && VolumeDecision.of(now, shop.names()) != VolumeDecision.NOTHING) {
            volumeQueue.add(now.key());
        }
        if (now == null && before != null) {
            volumeWorker.gone(before);
            volumeQueue.forget(before.key());
        }
        ObjectReference owner = now == null && before != null ? before.claim() : null;
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
        for (PersistentVolumeClaim claim : shop.claims().all()) {
            if (ClaimDecision.className(claim).equals(name) && isOpen(claim)) {
                claimQueue.add(ClaimId.of(claim));
            }
        }
    }

    private void attachment(@Nullable VolumeAttachment before, @Nullable VolumeAttachment now) {
        if (now == null && before != null) {
            NamespacedName key = NamespacedName.of(before.volumeName());
            shop.volumes()
                    .find(key)
                    .filter(volume -> VolumeDecision.of(volume, shop.names()) == VolumeDecision.DELETE)
                    .ifPresent(_ -> volumeQueue.add(key));
        }
    }
}
