package dev.stowage.control.schedule;

import dev.stowage.control.bind.Fit;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.CsiDriver;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.StorageCapacity;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
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
        Map<Key, Claim> claims,
        Map<String, Volume> volumes,
        Map<String, List<Volume>> unbound,
        Map<String, StorageClass> classes,
        Map<String, CsiDriver> drivers,
        List<StorageCapacity> capacities,
        Promised promised) {

    /// The class by the field or, for old claims, by the annotation.
    Optional<StorageClass> classOf(Claim claim) {
        String name = claim.effectiveClass();
        return name == null ? Optional.empty() : Optional.ofNullable(classes.get(name));
    }

    List<Volume> unbound(Claim claim) {
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
