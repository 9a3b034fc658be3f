package dev.stowage.sidecar.provisioner;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.journal.PendingStatus;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Enqueues claims and volumes that need work when objects change, and only those: most claims are bound, or belong
/// to another provisioner.
final class ProvisionerTriggers {
    private final String driver;
    private final Set<String> names;
    private final ProvisionerInformers informers;
    private final ClaimTracker tracker;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<NamespacedName> volumeQueue;
    private final VolumeWorker volumeWorker;

    ProvisionerTriggers(
            ProvisioningSettings settings,
            ProvisionerInformers informers,
            ClaimTracker tracker,
            WorkQueue<ClaimId> claimQueue,
            WorkQueue<NamespacedName> volumeQueue,
            VolumeWorker volumeWorker) {
        this.driver = settings.driver();
        this.names = settings.provisionerNames();
        this.informers = informers;
        this.tracker = tracker;
        this.claimQueue = claimQueue;
        this.volumeQueue = volumeQueue;
        this.volumeWorker = volumeWorker;
    }

    void register() {
        informers.claims().addEventHandler(this::claim);
        informers.volumes().addEventHandler(this::volume);
        informers.classes().addEventHandler(this::storageClass);
        informers.attachments().ifPresent(attachments -> attachments.addEventHandler(this::attachment));
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
        if (tracker.claimDeleted(claim)) {
            claimQueue.add(id);
        } else {
            claimQueue.forget(id);
        }
    }

    private boolean isOpen(PersistentVolumeClaim claim) {
        return (claim.volumeName().isEmpty() || tracker.status(ClaimId.of(claim)) == PendingStatus.OPEN)
                && ClaimDecision.isOurs(claim, driver, names);
    }

    /// Other changes to a claim are ignored: they would cut short the back-off after a failure.
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
        if (now != null && VolumeDecision.of(now, names) != VolumeDecision.NOTHING) {
            volumeQueue.add(now.key());
        }
        if (now == null && before != null) {
            volumeWorker.volumeDeleted(before);
            volumeQueue.forget(before.key());
        }
        ObjectReference owner = now == null && before != null ? before.claim() : null;
        if (owner != null) {
            // Its claim may still need one.
            informers
                    .claims()
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
        tracker.infeasibleClaims(name).forEach(claimQueue::add);
        for (PersistentVolumeClaim claim : informers.claims().all()) {
            if (ClaimDecision.className(claim).equals(name) && isOpen(claim)) {
                claimQueue.add(ClaimId.of(claim));
            }
        }
    }

    private void attachment(@Nullable VolumeAttachment before, @Nullable VolumeAttachment now) {
        if (now == null && before != null) {
            NamespacedName key = NamespacedName.of(before.volumeName());
            informers
                    .volumes()
                    .find(key)
                    .filter(volume -> VolumeDecision.of(volume, names) == VolumeDecision.DELETE)
                    .ifPresent(_ -> volumeQueue.add(key));
        }
    }
}
