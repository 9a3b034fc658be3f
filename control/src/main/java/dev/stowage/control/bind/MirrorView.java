package dev.stowage.control.bind;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.List;
import java.util.Optional;

/// The view of a cluster through the mirrors.
final class MirrorView implements View {
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Mirror<StorageClass> classes;
    private final Mirror<Pod> pods;
    private final Index<Volume> volumesByClaim;
    private final Index<Pod> podsByClaim;

    MirrorView(Mirrors mirrors) {
        claims = mirrors.of(Kinds.CLAIMS);
        volumes = mirrors.of(Kinds.VOLUMES);
        classes = mirrors.of(Kinds.STORAGE_CLASSES);
        pods = mirrors.of(Kinds.PODS);
        volumesByClaim = volumes.index(MirrorView::claimOf);
        podsByClaim = pods.index(pod -> pod.claims().stream()
                .map(claim -> new Key(pod.meta().namespace(), claim).toString())
                .distinct()
                .toList());
    }

    private static List<String> claimOf(Volume volume) {
        ObjectRef ref = volume.claim();
        return ref == null ? List.of() : List.of(ref.key().toString());
    }

    void awaitSynced() throws InterruptedException {
        for (Mirror<?> mirror : List.of(volumes, claims, classes, pods)) {
            mirror.awaitSynced();
        }
    }

    @Override
    public Optional<Claim> claim(Key key) {
        return claims.find(key);
    }

    @Override
    public Optional<Volume> volume(String name) {
        return volumes.find(name);
    }

    @Override
    public Optional<Claim> claimNow(Key key) throws ApiFailure, InterruptedException {
        return claims.fetch(key);
    }

    @Override
    public Optional<Volume> volumeNow(String name) throws ApiFailure, InterruptedException {
        return volumes.fetch(Key.of(name));
    }

    @Override
    public List<Volume> reservedFor(Key claim) {
        return volumesByClaim.get(claim.toString());
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return classes.find(name);
    }

    @Override
    public Optional<StorageClass> defaultClass() {
        return DefaultClass.of(classes.all());
    }

    @Override
    public List<Pod> users(Key claim) {
        return podsByClaim.get(claim.toString());
    }
}
