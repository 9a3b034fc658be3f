package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The informers of the scheduler.
final class SchedulerInformers {
    private static final String ALL = "all";

    final Informer<Pod> pods;
    final Informer<Node> nodes;
    final Informer<PersistentVolumeClaim> claims;
    final Informer<PersistentVolume> volumes;
    final Informer<StorageClass> classes;
    final Informer<CsiDriver> drivers;
    final Informer<CsiNode> csiNodes;
    final Informer<CsiStorageCapacity> capacities;
    final Informer<VolumeAttachment> attachments;
    final Informer<Namespace> namespaces;
    private final Index<Pod> podsByClaim;
    private final Index<PersistentVolume> unbound;
    private final Index<PersistentVolumeClaim> underWay;

    SchedulerInformers(Informers informers) {
        pods = informers.of(Kinds.PODS);
        nodes = informers.of(Kinds.NODES);
        claims = informers.of(Kinds.CLAIMS);
        volumes = informers.of(Kinds.VOLUMES);
        classes = informers.of(Kinds.STORAGE_CLASSES);
        drivers = informers.of(Kinds.CSI_DRIVERS);
        csiNodes = informers.of(Kinds.CSI_NODES);
        capacities = informers.of(Kinds.STORAGE_CAPACITIES);
        attachments = informers.of(Kinds.ATTACHMENTS);
        namespaces = informers.of(Kinds.NAMESPACES);
        podsByClaim = pods.index(pod -> pod.claims().stream()
                .map(name -> new NamespacedName(pod.meta().namespace(), name).toString())
                .toList());
        unbound =
                volumes.index(volume -> volume.phase().equals("Bound") ? List.of() : List.of(volume.effectiveClass()));
        underWay = claims.index(claim -> isUnderWay(claim) ? List.of(ALL) : List.of());
    }

    private static boolean isUnderWay(PersistentVolumeClaim claim) {
        return !claim.meta().annotation(VolumeAnnotations.SELECTED_NODE).isEmpty()
                && !ClaimBindingDecision.isFullyBound(claim);
    }

    void awaitSynced() throws InterruptedException {
        for (Informer<?> informer : List.of(
                pods, nodes, claims, volumes, classes, drivers, csiNodes, capacities, attachments, namespaces)) {
            informer.awaitSynced();
        }
    }

    List<Pod> podsOf(NamespacedName claim) {
        return podsByClaim.get(claim.toString());
    }

    List<PersistentVolume> unboundOf(String storageClass) {
        return unbound.get(storageClass);
    }

    /// Claims whose volumes are being provisioned.
    List<PersistentVolumeClaim> underWay() {
        return underWay.get(ALL);
    }

    PodBindingDecision.BindingState stateOf(AssumedPod assumedPod) {
        Map<NamespacedName, PersistentVolumeClaim> ofClaims = new HashMap<>();
        Map<String, PersistentVolume> ofVolumes = new HashMap<>();
        for (VolumeChoice volumeChoice : assumedPod.choices()) {
            claims.find(volumeChoice.claim().key()).ifPresent(claim -> ofClaims.put(claim.key(), claim));
            PersistentVolumeClaim claim = ofClaims.get(volumeChoice.claim().key());
            Stream.of(
                            volumeChoice instanceof VolumeChoice.Take take
                                    ? take.volume().meta().name()
                                    : null,
                            claim == null ? null : claim.volumeName())
                    .filter(Objects::nonNull)
                    .filter(name -> !name.isEmpty())
                    .forEach(name -> volumes.find(name).ifPresent(volume -> ofVolumes.put(name, volume)));
        }
        return new PodBindingDecision.BindingState(
                pods.find(assumedPod.pod().key()).orElse(null),
                nodes.find(assumedPod.node()).orElse(null),
                ofClaims,
                ofVolumes);
    }
}
