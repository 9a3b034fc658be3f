package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A chain of which some objects are known; the others follow from them.
record VolumeChainBuilder(
        ClusterState clusterState,
        KubeResource subject,
        Optional<KubeResource> pod,
        Optional<KubeResource> claim,
        Optional<KubeResource> volume,
        Optional<KubeResource> attachment,
        Optional<KubeResource> snapshot,
        String inline,
        String inPod) {

    VolumeChainBuilder(ClusterState clusterState, KubeResource subject) {
        this(
                clusterState,
                subject,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                "");
    }

    VolumeChainBuilder withPod(KubeResource user, String name) {
        return new VolumeChainBuilder(
                clusterState, subject, Optional.of(user), claim, volume, attachment, snapshot, inline, name);
    }

    VolumeChainBuilder withClaim(KubeResource found) {
        return new VolumeChainBuilder(
                clusterState, subject, pod, Optional.of(found), volume, attachment, snapshot, inline, inPod);
    }

    VolumeChainBuilder withVolume(KubeResource found) {
        return new VolumeChainBuilder(
                clusterState, subject, pod, claim, Optional.of(found), attachment, snapshot, inline, inPod);
    }

    VolumeChainBuilder withAttachment(KubeResource found) {
        return new VolumeChainBuilder(
                clusterState, subject, pod, claim, volume, Optional.of(found), snapshot, inline, inPod);
    }

    VolumeChainBuilder withSnapshot(KubeResource found) {
        return new VolumeChainBuilder(
                clusterState, subject, pod, claim, volume, attachment, Optional.of(found), inline, inPod);
    }

    /// The pod describes the volume itself, without a claim.
    VolumeChainBuilder withDriver(String driver) {
        return new VolumeChainBuilder(clusterState, subject, pod, claim, volume, attachment, snapshot, driver, inPod);
    }

    VolumeChain tied() {
        Optional<KubeResource> disk =
                volume.or(() -> claim.flatMap(by -> named(ResourceKind.VOLUME, by.text("/spec/volumeName"))));
        Optional<KubeResource> storageClass = claim.flatMap(this::classOf)
                .or(() -> disk.flatMap(by -> named(ResourceKind.CLASS, by.text("/spec/storageClassName"))));
        Optional<KubeResource> shot = snapshot.or(() -> claim.flatMap(this::source));
        Optional<KubeResource> content = shot.flatMap(this::contentOf);
        Optional<KubeResource> attached = attachment.or(() -> disk.flatMap(this::attachmentOf));
        String where = pod.map(user -> user.text("/spec/nodeName"))
                .or(() -> attached.map(found -> found.text("/spec/nodeName")))
                .orElse("");
        String driver = new DriverNameResolver(claim, storageClass, disk, attached, content, inline).name();
        return new VolumeChain(
                clusterState,
                subject,
                pod,
                claim,
                storageClass,
                disk,
                attached,
                clusterState.find(ResourceKind.NODE, where),
                clusterState.find(ResourceKind.CSI_NODE, where),
                clusterState.find(ResourceKind.DRIVER, driver),
                shot,
                content,
                driver,
                inPod);
    }

    private Optional<KubeResource> named(ResourceKind resourceKind, String name) {
        return name.isEmpty() ? Optional.empty() : clusterState.find(resourceKind, name);
    }

    private Optional<KubeResource> classOf(KubeResource of) {
        return of.annotation(VolumeAnnotations.BETA_STORAGE_CLASS)
                .or(() -> Optional.of(of.text("/spec/storageClassName")))
                .flatMap(name -> named(ResourceKind.CLASS, name));
    }

    private Optional<KubeResource> source(KubeResource of) {
        return Stream.of("/spec/dataSourceRef", "/spec/dataSource")
                .filter(pointer -> of.text(pointer + "/kind").equals("VolumeSnapshot"))
                .findFirst()
                .flatMap(pointer -> {
                    String elsewhere = of.text(pointer + "/namespace");
                    return clusterState.find(
                            ResourceKind.SNAPSHOT,
                            elsewhere.isEmpty() ? of.namespace() : elsewhere,
                            of.text(pointer + "/name"));
                });
    }

    private Optional<KubeResource> contentOf(KubeResource shot) {
        return Stream.of("/status/boundVolumeSnapshotContentName", "/spec/source/volumeSnapshotContentName")
                .map(shot::text)
                .filter(Predicate.not(String::isEmpty))
                .findFirst()
                .flatMap(name -> clusterState.find(ResourceKind.SNAPSHOT_CONTENT, name));
    }

    /// The one on the pod's node. A pod without a node waits for the worst of them to end.
    private Optional<KubeResource> attachmentOf(KubeResource disk) {
        String where = pod.map(user -> user.text("/spec/nodeName")).orElse("");
        return clusterState.all(ResourceKind.ATTACHMENT).stream()
                .filter(each -> each.text("/spec/source/persistentVolumeName").equals(disk.name()))
                .filter(each -> where.isEmpty() || each.text("/spec/nodeName").equals(where))
                .max(Comparator.comparing(KubeResource::isDeleting)
                        .thenComparing(each -> !each.text("/status/attached").equals("true")));
    }
}
