package dev.stowage.sidecar.provisioner;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.journal.PendingStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Turns changes of the cluster into keys that need a look, and only those: most claims are bound, or another's.
final class ProvisionerTriggers {
    private final ProvisioningContext context;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<NamespacedName> volumeQueue;
    private final VolumeWorker volumeWorker;

    ProvisionerTriggers(
            ProvisioningContext context,
            WorkQueue<ClaimId> claimQueue,
            WorkQueue<NamespacedName> volumeQueue,
            VolumeWorker volumeWorker) {
        this.context = context;
        this.claimQueue = claimQueue;
        this.volumeQueue = volumeQueue;
        this.volumeWorker = volumeWorker;
    }

    void register(@Nullable Informer<VolumeAttachment> attachments) {
        context.claims().addEventHandler(this::claim);
        context.volumes().addEventHandler(this::volume);
        context.classes().addEventHandler(this::storageClass);
        if (attachments != null) {
            attachments.addEventHandler(this::attachment);
        }
    }

    private void claim(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (now != null) {
            if (before != null && !before.meta().uid().equals(now.meta().uid())) {
                claimDeleted(before);
            }
            if (isOpen(now) && (before == null || matters(before, now))) {
                claimQueue.add(ClaimId.of(now));
            }
        } else if (before != null) {
            claimDeleted(before);
        }
    }

    private void claimDeleted(PersistentVolumeClaim claim) {
        ClaimId id = ClaimId.of(claim);
        context.pending().claimDeleted(id);
        context.infeasible().forget(id);
        context.extensions().ownership().forget(claim);
        if (context.pending().of(id) == PendingStatus.OPEN) {
            claimQueue.add(id);
        } else {
            context.extensions().topology().forget(claim);
            claimQueue.forget(id);
        }
    }

    private boolean isOpen(PersistentVolumeClaim claim) {
        return (claim.volumeName().isEmpty() || context.pending().of(ClaimId.of(claim)) == PendingStatus.OPEN)
                && ClaimDecision.isOurs(claim, context.settings().driver(), context.names());
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
        if (now != null && VolumeDecision.of(now, context.names()) != VolumeDecision.NOTHING) {
            volumeQueue.add(now.key());
        }
        if (now == null && before != null) {
            volumeWorker.volumeDeleted(before);
            volumeQueue.forget(before.key());
        }
        ObjectReference owner = now == null && before != null ? before.claim() : null;
        if (owner != null) {
            // Its claim may still want one.
            context.claims()
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
        context.infeasible().waitingFor(name).forEach(claimQueue::add);
        for (PersistentVolumeClaim claim : context.claims().all()) {
            if (ClaimDecision.className(claim).equals(name) && isOpen(claim)) {
                claimQueue.add(ClaimId.of(claim));
            }
        }
    }

    private void attachment(@Nullable VolumeAttachment before, @Nullable VolumeAttachment now) {
        if (now == null && before != null) {
            NamespacedName key = NamespacedName.of(before.volumeName());
            context.volumes()
                    .find(key)
                    .filter(volume -> VolumeDecision.of(volume, context.names()) == VolumeDecision.DELETE)
                    .ifPresent(_ -> volumeQueue.add(key));
        }
    }
}
