package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import org.jspecify.annotations.Nullable;

/// Where the volume of an unbound claim comes from.
sealed interface VolumeChoice {

    PersistentVolumeClaim claim();

    /// From those that are there.
    record Take(PersistentVolumeClaim claim, PersistentVolume volume) implements VolumeChoice {}

    /// It is made for the node.
    ///
    /// @param pool the capacity object that has room for it; null when the driver does not say how much it has
    record Provision(PersistentVolumeClaim claim, @Nullable NamespacedName pool) implements VolumeChoice {}
}
