package dev.stowage.control.schedule;

import dev.stowage.control.bind.Fit;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Claims, and what there is for them.
///
/// @param claims those of the pods that are placed or to be placed
/// @param volumes by name, those of these claims
/// @param unbound volumes that no claim has for good, by class
/// @param capacities in the order of their names
record Storage(
        Map<NamespacedName, PersistentVolumeClaim> claims,
        Map<String, PersistentVolume> volumes,
        Map<String, List<PersistentVolume>> unbound,
        Map<String, StorageClass> classes,
        Map<String, CsiDriver> drivers,
        List<CsiStorageCapacity> capacities,
        Promised promised) {

    /// The class by the field or, for old claims, by the annotation.
    Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name == null ? Optional.empty() : Optional.ofNullable(classes.get(name));
    }

    List<PersistentVolume> unbound(PersistentVolumeClaim claim) {
        return unbound.getOrDefault(Fit.classOf(claim), List.of());
    }

    Storage with(Pod pod, Placement.Fit fit) {
        return with(promised.plus(pod, fit, claims));
    }

    /// As if these pods had left.
    Storage without(Collection<Pod> gone) {
        return with(promised.minus(gone));
    }

    private Storage with(Promised after) {
        return new Storage(claims, volumes, unbound, classes, drivers, capacities, after);
    }
}
