package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Optional;

/// Reads the objects that a binder needs: from a cluster, or from a simulated one.
public interface BinderLister {

    Optional<PersistentVolumeClaim> claim(NamespacedName key);

    Optional<PersistentVolume> volume(String name);

    /// Reads from the server: needed when a decision based on the cache would give something up.
    Optional<PersistentVolumeClaim> claimNow(NamespacedName key) throws ApiFailure, InterruptedException;

    Optional<PersistentVolume> volumeNow(String name) throws ApiFailure, InterruptedException;

    /// The volumes whose claimRef has that name.
    List<PersistentVolume> reservedFor(NamespacedName claim);

    Optional<StorageClass> storageClass(String name);

    Optional<StorageClass> defaultClass();

    /// The pods that use a claim.
    List<Pod> users(NamespacedName claim);
}
