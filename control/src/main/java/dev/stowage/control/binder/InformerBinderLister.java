package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Optional;

/// Reads a cluster through the informers.
final class InformerBinderLister implements BinderLister {
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
    private final Informer<Pod> pods;
    private final Index<PersistentVolume> volumesByClaim;
    private final Index<Pod> podsByClaim;

    InformerBinderLister(Informers informers) {
        claims = informers.of(Kinds.CLAIMS);
        volumes = informers.of(Kinds.VOLUMES);
        classes = informers.of(Kinds.STORAGE_CLASSES);
        pods = informers.of(Kinds.PODS);
        volumesByClaim = volumes.index(InformerBinderLister::claimOf);
        podsByClaim = pods.index(pod -> pod.claims().stream()
                .map(claim -> new NamespacedName(pod.meta().namespace(), claim).toString())
                .distinct()
                .toList());
    }

    private static List<String> claimOf(PersistentVolume volume) {
        ObjectReference ref = volume.claim();
        return ref == null ? List.of() : List.of(ref.key().toString());
    }

    void awaitSynced() throws InterruptedException {
        for (Informer<?> informer : List.of(volumes, claims, classes, pods)) {
            informer.awaitSynced();
        }
    }

    @Override
    public Optional<PersistentVolumeClaim> claim(NamespacedName key) {
        return claims.find(key);
    }

    @Override
    public Optional<PersistentVolume> volume(String name) {
        return volumes.find(name);
    }

    @Override
    public Optional<PersistentVolumeClaim> claimNow(NamespacedName key) throws ApiFailure, InterruptedException {
        return claims.fetch(key);
    }

    @Override
    public Optional<PersistentVolume> volumeNow(String name) throws ApiFailure, InterruptedException {
        return volumes.fetch(NamespacedName.of(name));
    }

    @Override
    public List<PersistentVolume> reservedFor(NamespacedName claim) {
        return volumesByClaim.get(claim.toString());
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return classes.find(name);
    }

    @Override
    public Optional<StorageClass> defaultClass() {
        return DefaultStorageClass.of(classes.all());
    }

    @Override
    public List<Pod> users(NamespacedName claim) {
        return podsByClaim.get(claim.toString());
    }
}
