package dev.stowage.sidecar.provisioner;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.journal.PendingStatus;
import java.util.Optional;
import java.util.Set;

/// What to do about one claim.
public sealed interface ClaimDecision {

    /// Not ours, or nothing to do until it changes.
    record Nothing() implements ClaimDecision {}

    /// Its class does not exist yet.
    record MissingClass() implements ClaimDecision {}

    /// The name of its volume is used by the volume of another claim.
    record NameTaken() implements ClaimDecision {}

    /// @param selectedNode the node that the scheduler selected; empty when none
    record Provision(StorageClass storageClass, String selectedNode) implements ClaimDecision {}

    /// The volume is no longer wanted and may exist: find it and delete it.
    record CleanUp() implements ClaimDecision {}

    /// What is known in addition to the claim.
    ///
    /// @param driver the driver's name
    /// @param names the provisioner names that we serve: the driver's, and its in-tree name
    /// @param volumeName the name of the claim's volume when it is ours
    /// @param object the owner of the PersistentVolume with that name
    /// @param intent whether pending provisions are journaled across restarts
    record ClaimState(
            String driver,
            Set<String> names,
            String volumeName,
            VolumeOwner object,
            Optional<StorageClass> storageClass,
            PendingStatus pendingStatus,
            boolean intent) {}

    /// The owner of a PersistentVolume.
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

    static ClaimDecision of(PersistentVolumeClaim claim, ClaimState state) {
        if (!isOurs(claim, state.driver(), state.names())) {
            return NOTHING;
        }
        if (state.object() == VolumeOwner.OURS || claim.volumeName().equals(state.volumeName())) {
            return NOTHING;
        }
        // A claim that is being deleted needs no volume; without a journal, we do what upstream does.
        if (!claim.volumeName().isEmpty() || (claim.isBeingDeleted() && state.intent())) {
            return state.pendingStatus() == PendingStatus.OPEN && state.object() == VolumeOwner.NONE
                    ? new CleanUp()
                    : NOTHING;
        }
        if (state.object() == VolumeOwner.ANOTHERS) {
            return new NameTaken();
        }
        if (state.storageClass().isEmpty()) {
            return new MissingClass();
        }
        StorageClass storageClass = state.storageClass().get();
        if (storageClass.waitsForConsumer()
                && claim.meta().annotation(VolumeAnnotations.SELECTED_NODE).isEmpty()) {
            return NOTHING;
        }
        // The class may have been recreated with the same name for another provisioner.
        return state.names().contains(storageClass.provisioner())
                ? new Provision(storageClass, selectedNode(claim))
                : NOTHING;
    }

    static boolean isOurs(PersistentVolumeClaim claim, String driver, Set<String> names) {
        String provisioner = provisioner(claim);
        return names.contains(provisioner)
                && (provisioner.equals(driver)
                        || claim.meta()
                                .annotation(VolumeAnnotations.MIGRATED_TO)
                                .equals(driver));
    }

    /// The beta annotation is used only if the newer one is absent.
    private static String provisioner(PersistentVolumeClaim claim) {
        var annotations = claim.meta().annotations();
        return annotations.getOrDefault(
                VolumeAnnotations.STORAGE_PROVISIONER,
                annotations.getOrDefault(VolumeAnnotations.BETA_STORAGE_PROVISIONER, ""));
    }

    static String selectedNode(PersistentVolumeClaim claim) {
        var annotations = claim.meta().annotations();
        return annotations.getOrDefault(
                VolumeAnnotations.SELECTED_NODE, annotations.getOrDefault(VolumeAnnotations.ALPHA_SELECTED_NODE, ""));
    }

    static String className(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name == null ? "" : name;
    }
}
