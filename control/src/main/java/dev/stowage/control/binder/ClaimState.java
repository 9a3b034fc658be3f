package dev.stowage.control.binder;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a decision about a claim is based on.
///
/// @param volume the one that the claim names, or one that is reserved for it, or the best available one;
///     null when there is none
/// @param storageClass the class that the claim names; null when it does not exist
/// @param defaultClass the default for claims without a class; null when there is none
/// @param consumers names of pods that use the claim and have no node yet
/// @param provisioning whether dynamic provisioning is enabled
public record ClaimState(
        PersistentVolumeClaim claim,
        @Nullable PersistentVolume volume,
        @Nullable StorageClass storageClass,
        @Nullable StorageClass defaultClass,
        List<String> consumers,
        boolean provisioning) {

    /// Whether the scheduler chooses the volume, not the binder.
    boolean isDelayed() {
        return storageClass != null && storageClass.waitsForConsumer();
    }
}
