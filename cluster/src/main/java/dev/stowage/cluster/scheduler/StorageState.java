package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Claims, and the volumes, classes and capacity for them.
///
/// @param claims those of the pods that are bound or to be scheduled
/// @param volumes by name, those of these claims
/// @param unbound volumes that are not bound to a claim, by class
/// @param capacities sorted by name
record StorageState(
        Map<NamespacedName, PersistentVolumeClaim> claims,
        Map<String, PersistentVolume> volumes,
        Map<String, List<PersistentVolume>> unbound,
        Map<String, StorageClass> classes,
        Map<String, CsiDriver> drivers,
        List<CsiStorageCapacity> capacities,
        VolumeReservations volumeReservations) {

    /// The class by the field or, for old claims, by the annotation.
    Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name == null ? Optional.empty() : Optional.ofNullable(classes.get(name));
    }

    List<PersistentVolume> unbound(PersistentVolumeClaim claim) {
        return unbound.getOrDefault(VolumeClaimMatch.classOf(claim), List.of());
    }

    StorageState with(Pod pod, SchedulingDecision.Fit fit) {
        return with(volumeReservations.plus(pod, fit, claims));
    }

    /// As if these pods had left.
    StorageState without(Collection<Pod> gone) {
        return with(volumeReservations.minus(gone));
    }

    private StorageState with(VolumeReservations after) {
        return new StorageState(claims, volumes, unbound, classes, drivers, capacities, after);
    }
}
