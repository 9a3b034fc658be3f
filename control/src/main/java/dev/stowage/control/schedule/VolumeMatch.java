package dev.stowage.control.schedule;

import dev.stowage.control.bind.Fit;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Optional;
import java.util.Set;

/// The best of the volumes that are there: one that was meant for the claim, else the smallest that will do.
final class VolumeMatch {

    private VolumeMatch() {}

    /// @param taken names of volumes that other claims of the same pod get
    static Optional<PersistentVolume> find(PersistentVolumeClaim claim, ObjectMeta node, Set<String> taken, Storage storage) {
        PersistentVolume smallest = null;
        for (PersistentVolume volume : storage.unbound(claim)) {
            if (taken.contains(volume.meta().name()) || !Fit.serves(volume, claim)) {
                continue;
            }
            PersistentVolumeClaim promised = storage.promised().volumes().get(volume.meta().name());
            if (promised != null ? promised.key().equals(claim.key()) : Fit.isReserved(volume, claim)) {
                return volume.isUsableOn(node) ? Optional.of(volume) : Optional.empty();
            }
            if (promised == null
                    && volume.claim() == null
                    && volume.phase().equals("Available")
                    && Fit.isSelected(volume, claim)
                    && volume.isUsableOn(node)
                    && (smallest == null || volume.capacity().compareTo(smallest.capacity()) < 0)) {
                smallest = volume;
            }
        }
        return Optional.ofNullable(smallest);
    }
}
