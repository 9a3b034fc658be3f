package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import org.jspecify.annotations.Nullable;

/// Where the volume of an unbound claim comes from.
sealed interface VolumeChoice {

    PersistentVolumeClaim claim();

    /// An existing volume.
    record Take(PersistentVolumeClaim claim, PersistentVolume volume) implements VolumeChoice {}

    /// It is provisioned for the node.
    ///
    /// @param pool the capacity object that has space for it; null when the driver does not report its
    ///     capacity
    record Provision(PersistentVolumeClaim claim, @Nullable NamespacedName pool) implements VolumeChoice {}
}
