package dev.stowage.control.schedule;

import dev.stowage.control.bind.Names;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.CsiDriver;
import dev.stowage.kube.object.CsiNode;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Namespace;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.StorageCapacity;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// What the scheduler sees of the cluster.
final class Seen {
    private static final String ALL = "all";

    final Mirror<Pod> pods;
    final Mirror<Node> nodes;
    final Mirror<Claim> claims;
    final Mirror<Volume> volumes;
    final Mirror<StorageClass> classes;
    final Mirror<CsiDriver> drivers;
    final Mirror<CsiNode> csiNodes;
    final Mirror<StorageCapacity> capacities;
    final Mirror<Attachment> attachments;
    final Mirror<Namespace> namespaces;
    private final Index<Pod> podsByClaim;
    private final Index<Volume> unbound;
    private final Index<Claim> underWay;

    Seen(Mirrors mirrors) {
        pods = mirrors.of(Kinds.PODS);
        nodes = mirrors.of(Kinds.NODES);
        claims = mirrors.of(Kinds.CLAIMS);
        volumes = mirrors.of(Kinds.VOLUMES);
        classes = mirrors.of(Kinds.STORAGE_CLASSES);
        drivers = mirrors.of(Kinds.CSI_DRIVERS);
        csiNodes = mirrors.of(Kinds.CSI_NODES);
        capacities = mirrors.of(Kinds.STORAGE_CAPACITIES);
        attachments = mirrors.of(Kinds.ATTACHMENTS);
        namespaces = mirrors.of(Kinds.NAMESPACES);
        podsByClaim = pods.index(pod -> pod.claims().stream()
                .map(name -> new Key(pod.meta().namespace(), name).toString())
                .toList());
        unbound =
                volumes.index(volume -> volume.phase().equals("Bound") ? List.of() : List.of(volume.effectiveClass()));
        underWay = claims.index(claim -> isUnderWay(claim) ? List.of(ALL) : List.of());
    }

    private static boolean isUnderWay(Claim claim) {
        return !claim.meta().annotation(Names.SELECTED_NODE).isEmpty() && !ClaimStep.isFullyBound(claim);
    }

    void awaitSynced() throws InterruptedException {
        for (Mirror<?> mirror : List.of(
                pods, nodes, claims, volumes, classes, drivers, csiNodes, capacities, attachments, namespaces)) {
            mirror.awaitSynced();
        }
    }

    List<Pod> podsOf(Key claim) {
        return podsByClaim.get(claim.toString());
    }

    List<Volume> unboundOf(String storageClass) {
        return unbound.get(storageClass);
    }

    /// Claims whose volumes are being made.
    List<Claim> underWay() {
        return underWay.get(ALL);
    }

    Progress.Sight of(Assumed assumed) {
        Map<Key, Claim> ofClaims = new HashMap<>();
        Map<String, Volume> ofVolumes = new HashMap<>();
        for (Choice choice : assumed.choices()) {
            claims.find(choice.claim().key()).ifPresent(claim -> ofClaims.put(claim.key(), claim));
            Claim claim = ofClaims.get(choice.claim().key());
            Stream.of(
                            choice instanceof Choice.Take take
                                    ? take.volume().meta().name()
                                    : null,
                            claim == null ? null : claim.volumeName())
                    .filter(Objects::nonNull)
                    .filter(name -> !name.isEmpty())
                    .forEach(name -> volumes.find(name).ifPresent(volume -> ofVolumes.put(name, volume)));
        }
        return new Progress.Sight(
                pods.find(assumed.pod().key()).orElse(null),
                nodes.find(assumed.node()).orElse(null),
                ofClaims,
                ofVolumes);
    }
}
