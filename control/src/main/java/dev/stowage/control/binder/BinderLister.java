package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Optional;

/// The objects that a binder looks at: of a cluster, or of a simulated one.
public interface BinderLister {

    Optional<PersistentVolumeClaim> claim(NamespacedName key);

    Optional<PersistentVolume> volume(String name);

    /// As the server has it now: for when our own memory would let us give something up.
    Optional<PersistentVolumeClaim> claimNow(NamespacedName key) throws ApiFailure, InterruptedException;

    Optional<PersistentVolume> volumeNow(String name) throws ApiFailure, InterruptedException;

    /// The volumes that point to a claim of that name.
    List<PersistentVolume> reservedFor(NamespacedName claim);

    Optional<StorageClass> storageClass(String name);

    Optional<StorageClass> defaultClass();

    /// The pods that use a claim.
    List<Pod> users(NamespacedName claim);
}
