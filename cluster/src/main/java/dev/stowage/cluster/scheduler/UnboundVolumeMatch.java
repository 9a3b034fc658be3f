package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.Optional;
import java.util.Set;

/// The best existing volume: one that is reserved for the claim, otherwise the smallest that is sufficient.
final class UnboundVolumeMatch {

    private UnboundVolumeMatch() {}

    /// @param taken names of volumes that other claims of the same pod get
    static Optional<PersistentVolume> find(
            PersistentVolumeClaim claim, ObjectMeta node, Set<String> taken, StorageState storageState) {
        PersistentVolume smallest = null;
        for (PersistentVolume volume : storageState.unbound(claim)) {
            if (taken.contains(volume.meta().name()) || !VolumeClaimMatch.satisfies(volume, claim)) {
                continue;
            }
            PersistentVolumeClaim promised = storageState
                    .volumeReservations()
                    .volumes()
                    .get(volume.meta().name());
            if (promised != null ? promised.key().equals(claim.key()) : VolumeClaimMatch.isReserved(volume, claim)) {
                return volume.isUsableOn(node) ? Optional.of(volume) : Optional.empty();
            }
            if (promised == null
                    && volume.claim() == null
                    && volume.phase().equals("Available")
                    && VolumeClaimMatch.isSelected(volume, claim)
                    && volume.isUsableOn(node)
                    && (smallest == null || volume.capacity().compareTo(smallest.capacity()) < 0)) {
                smallest = volume;
            }
        }
        return Optional.ofNullable(smallest);
    }
}
