package dev.stowage.control.binder;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a decision about a claim rests on.
///
/// @param volume the one that the claim names, or one that is reserved for it, or the best of those that are
///     free; null
///     when there is none
/// @param storageClass the class that the claim names; null when there is no such class
/// @param defaultClass what claims get that name no class; null when there is none
/// @param consumers names of pods that use the claim and have no node yet
/// @param provisioning whether somebody may be asked to make a volume
public record ClaimState(
        PersistentVolumeClaim claim,
        @Nullable PersistentVolume volume,
        @Nullable StorageClass storageClass,
        @Nullable StorageClass defaultClass,
        List<String> consumers,
        boolean provisioning) {

    /// Whether the scheduler chooses among the free volumes, not we.
    boolean isDelayed() {
        return storageClass != null && storageClass.waitsForConsumer();
    }
}
