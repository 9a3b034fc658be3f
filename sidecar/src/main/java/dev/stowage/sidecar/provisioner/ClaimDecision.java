package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.journal.PendingStatus;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import java.util.Optional;
import java.util.Set;

/// What to do about one claim.
public sealed interface ClaimDecision {

    /// It is not ours, or there is nothing to do until it changes.
    record Nothing() implements ClaimDecision {}

    /// Its class is not there; it may come.
    record MissingClass() implements ClaimDecision {}

    /// The name that its volume would have is another's.
    record NameTaken() implements ClaimDecision {}

    /// @param selectedNode the scheduler's choice; empty when it made none
    record Provision(StorageClass storageClass, String selectedNode) implements ClaimDecision {}

    /// Nobody wants the volume any more, and it may be there: find out, and delete it.
    record CleanUp() implements ClaimDecision {}

    /// What is known beside the claim.
    ///
    /// @param driver our name
    /// @param names the names that we provision under: the driver's, and the one from before CSI
    /// @param volumeName what the claim's volume is called when it is ours
    /// @param object the volume object of that name
    /// @param intent whether what is under way is noted beyond the end of this process
    record ClaimState(
            String driver,
            Set<String> names,
            String volumeName,
            VolumeOwner object,
            Optional<StorageClass> storageClass,
            PendingStatus pendingStatus,
            boolean intent) {}

    /// Whose a volume object is.
    enum VolumeOwner {
        NONE,
        OURS,
        ANOTHERS;

        static VolumeOwner of(Optional<PersistentVolume> volume, PersistentVolumeClaim claim) {
            if (volume.isEmpty()) {
                return NONE;
            }
            ObjectReference owner = volume.get().claim();
            return owner == null || owner.uid().equals(claim.meta().uid()) ? OURS : ANOTHERS;
        }
    }

    ClaimDecision NOTHING = new Nothing();

    static ClaimDecision of(PersistentVolumeClaim claim, ClaimState claimState) {
        if (!isOurs(claim, claimState.driver(), claimState.names())) {
            return NOTHING;
        }
        if (claimState.object() == VolumeOwner.OURS || claim.volumeName().equals(claimState.volumeName())) {
            return NOTHING;
        }
        // A claim that is being deleted needs no volume; without a journal, we do as provisioners always did.
        if (!claim.volumeName().isEmpty() || (claim.isBeingDeleted() && claimState.intent())) {
            return claimState.pendingStatus() == PendingStatus.OPEN && claimState.object() == VolumeOwner.NONE
                    ? new CleanUp()
                    : NOTHING;
        }
        if (claimState.object() == VolumeOwner.ANOTHERS) {
            return new NameTaken();
        }
        if (claimState.storageClass().isEmpty()) {
            return new MissingClass();
        }
        StorageClass storageClass = claimState.storageClass().get();
        if (storageClass.waitsForConsumer()
                && claim.meta().annotation(ProvisionerAnnotations.SELECTED_NODE).isEmpty()) {
            return NOTHING;
        }
        // The class may have been made anew under the same name, for another provisioner.
        return claimState.names().contains(storageClass.provisioner())
                ? new Provision(storageClass, selectedNode(claim))
                : NOTHING;
    }

    static boolean isOurs(PersistentVolumeClaim claim, String driver, Set<String> names) {
        String provisioner = provisioner(claim);
        return names.contains(provisioner)
                && (provisioner.equals(driver)
                        || claim.meta()
                                .annotation(ProvisionerAnnotations.MIGRATED_TO)
                                .equals(driver));
    }

    /// The older annotation counts only where the newer is absent.
    private static String provisioner(PersistentVolumeClaim claim) {
        var annotations = claim.meta().annotations();
        return annotations.getOrDefault(
                ProvisionerAnnotations.PROVISIONER,
                annotations.getOrDefault(ProvisionerAnnotations.BETA_PROVISIONER, ""));
    }

    static String selectedNode(PersistentVolumeClaim claim) {
        var annotations = claim.meta().annotations();
        return annotations.getOrDefault(
                ProvisionerAnnotations.SELECTED_NODE,
                annotations.getOrDefault(ProvisionerAnnotations.ALPHA_SELECTED_NODE, ""));
    }

    static String className(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name == null ? "" : name;
    }
}
