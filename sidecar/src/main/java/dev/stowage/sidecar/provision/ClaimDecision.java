package dev.stowage.sidecar.provision;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Optional;
import java.util.Set;

/// What to do about one claim.
sealed interface ClaimDecision {

    /// It is not ours, or there is nothing to do until it changes.
    record Nothing() implements ClaimDecision {}

    /// Its class is not there; it may come.
    record MissingClass() implements ClaimDecision {}

    /// The name that its volume would have is another's.
    record Taken() implements ClaimDecision {}

    /// @param selectedNode the scheduler's choice; empty when it made none
    record Provision(StorageClass storageClass, String selectedNode) implements ClaimDecision {}

    /// Nobody wants the volume any more, and it may be there: find out, and delete it.
    record Undo() implements ClaimDecision {}

    /// What is known beside the claim.
    ///
    /// @param driver our name
    /// @param names the names that we provision under: the driver's, and the one from before CSI
    /// @param volumeName what the claim's volume is called when it is ours
    /// @param object the volume object of that name
    /// @param intent whether what is under way is noted beyond the end of this process
    record Known(
            String driver,
            Set<String> names,
            String volumeName,
            Found object,
            Optional<StorageClass> storageClass,
            Trace trace,
            boolean intent) {}

    /// Whose a volume object is.
    enum Found {
        NONE,
        OURS,
        ANOTHERS;

        static Found of(Optional<PersistentVolume> volume, PersistentVolumeClaim claim) {
            if (volume.isEmpty()) {
                return NONE;
            }
            ObjectReference owner = volume.get().claim();
            return owner == null || owner.uid().equals(claim.meta().uid()) ? OURS : ANOTHERS;
        }
    }

    ClaimDecision NOTHING = new Nothing();

    static ClaimDecision of(PersistentVolumeClaim claim, Known known) {
        if (!isOurs(claim, known.driver(), known.names())) {
            return NOTHING;
        }
        if (known.object() == Found.OURS || claim.volumeName().equals(known.volumeName())) {
            return NOTHING;
        }
        // A claim that is being deleted needs no volume; without a journal, we do as provisioners always did.
        if (!claim.volumeName().isEmpty() || (claim.isBeingDeleted() && known.intent())) {
            return known.trace() == Trace.OPEN && known.object() == Found.NONE ? new Undo() : NOTHING;
        }
        if (known.object() == Found.ANOTHERS) {
            return new Taken();
        }
        if (known.storageClass().isEmpty()) {
            return new MissingClass();
        }
        StorageClass storageClass = known.storageClass().get();
        if (storageClass.waitsForConsumer()
                && claim.meta().annotation(Contract.SELECTED_NODE).isEmpty()) {
            return NOTHING;
        }
        // The class may have been made anew under the same name, for another provisioner.
        return known.names().contains(storageClass.provisioner())
                ? new Provision(storageClass, selectedNode(claim))
                : NOTHING;
    }

    static boolean isOurs(PersistentVolumeClaim claim, String driver, Set<String> names) {
        String provisioner = provisioner(claim);
        return names.contains(provisioner)
                && (provisioner.equals(driver)
                        || claim.meta().annotation(Contract.MIGRATED_TO).equals(driver));
    }

    /// The older annotation counts only where the newer is absent.
    private static String provisioner(PersistentVolumeClaim claim) {
        var annotations = claim.meta().annotations();
        return annotations.getOrDefault(Contract.PROVISIONER, annotations.getOrDefault(Contract.BETA_PROVISIONER, ""));
    }

    static String selectedNode(PersistentVolumeClaim claim) {
        var annotations = claim.meta().annotations();
        return annotations.getOrDefault(
                Contract.SELECTED_NODE, annotations.getOrDefault(Contract.ALPHA_SELECTED_NODE, ""));
    }

    static String className(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name == null ? "" : name;
    }
}
