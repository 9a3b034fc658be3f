package dev.stowage.explain.chain;

import dev.stowage.explain.chain.PodVolumes.PodVolume;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds the volumes of the subject, and the objects that each depends on.
public final class VolumeChainFinder {
    private static final Comparator<KubeResource> BY_PHASE = Comparator.comparing(PodVolumePhase::of);

    private final ClusterState clusterState;

    public VolumeChainFinder(ClusterState clusterState) {
        this.clusterState = clusterState;
    }

    /// Never empty: a subject without volumes has its own chain.
    ///
    /// @throws IllegalArgumentException for a kind that has no volumes
    public List<VolumeChain> of(KubeResource subject) {
        VolumeChainBuilder bare = new VolumeChainBuilder(clusterState, subject);
        return switch (subject.kind()) {
            case POD -> ofPod(subject, bare);
            case CLAIM -> List.of(withPod(bare.withClaim(subject), subject));
            case VOLUME -> List.of(ofVolume(bare.withVolume(subject), subject));
            case ATTACHMENT -> List.of(ofAttachment(bare.withAttachment(subject), subject));
            case SNAPSHOT -> List.of(ofSnapshot(bare, subject));
            case NODE,
                    NAMESPACE,
                    EVENT,
                    QUOTA,
                    DEPLOYMENT,
                    STATEFUL_SET,
                    DAEMON_SET,
                    CLASS,
                    DRIVER,
                    CSI_NODE,
                    ATTRIBUTES_CLASS,
                    CAPACITY,
                    SNAPSHOT_CONTENT,
                    SNAPSHOT_CLASS,
                    LEASE ->
                throw new IllegalArgumentException(
                        "a " + subject.kind().singularName() + " is not part of the chain of a single volume");
        };
    }

    private List<VolumeChain> ofPod(KubeResource pod, VolumeChainBuilder bare) {
        List<VolumeChain> all = PodVolumes.of(pod).stream()
                .map(volume -> {
                    VolumeChainBuilder volumeChainBuilder =
                            bare.withPod(pod, volume.name()).withDriver(volume.driver());
                    return clusterState
                            .find(ResourceKind.CLAIM, pod.namespace(), volume.claim())
                            .map(volumeChainBuilder::withClaim)
                            .orElse(volumeChainBuilder)
                            .tied();
                })
                .toList();
        return all.isEmpty() ? List.of(bare.withPod(pod, "").tied()) : all;
    }

    private VolumeChain withPod(VolumeChainBuilder volumeChainBuilder, KubeResource claim) {
        return users(claim).stream()
                .max(BY_PHASE)
                .map(user -> volumeChainBuilder.withPod(user, nameIn(user, claim)))
                .orElse(volumeChainBuilder)
                .tied();
    }

    /// Pods that name this claim.
    public List<KubeResource> users(KubeResource claim) {
        return clusterState.all(ResourceKind.POD).stream()
                .filter(pod -> pod.namespace().equals(claim.namespace()))
                .filter(pod -> PodVolumes.of(pod).stream()
                        .anyMatch(volume -> volume.claim().equals(claim.name())))
                .toList();
    }

    private static String nameIn(KubeResource pod, KubeResource claim) {
        return PodVolumes.of(pod).stream()
                .filter(volume -> volume.claim().equals(claim.name()))
                .map(PodVolume::name)
                .findFirst()
                .orElse("");
    }

    private VolumeChain ofVolume(VolumeChainBuilder volumeChainBuilder, KubeResource volume) {
        return claimOf(volume)
                .map(claim -> withPod(volumeChainBuilder.withClaim(claim), claim))
                .orElseGet(volumeChainBuilder::tied);
    }

    /// A claim with the same name that was created later is another claim.
    private Optional<KubeResource> claimOf(KubeResource volume) {
        String uid = volume.text("/spec/claimRef/uid");
        return clusterState
                .find(ResourceKind.CLAIM, volume.text("/spec/claimRef/namespace"), volume.text("/spec/claimRef/name"))
                .filter(claim -> uid.isEmpty() || uid.equals(claim.uid()));
    }

    private VolumeChain ofAttachment(VolumeChainBuilder volumeChainBuilder, KubeResource attachment) {
        Optional<KubeResource> volume =
                clusterState.find(ResourceKind.VOLUME, attachment.text("/spec/source/persistentVolumeName"));
        VolumeChainBuilder more = volume.map(volumeChainBuilder::withVolume).orElse(volumeChainBuilder);
        return volume.flatMap(this::claimOf)
                .map(claim -> onNode(more.withClaim(claim), claim, attachment.text("/spec/nodeName")))
                .orElse(more)
                .tied();
    }

    private VolumeChainBuilder onNode(VolumeChainBuilder volumeChainBuilder, KubeResource claim, String node) {
        return users(claim).stream()
                .filter(user -> user.text("/spec/nodeName").equals(node))
                .max(BY_PHASE)
                .map(user -> volumeChainBuilder.withPod(user, nameIn(user, claim)))
                .orElse(volumeChainBuilder);
    }

    private VolumeChain ofSnapshot(VolumeChainBuilder volumeChainBuilder, KubeResource snapshot) {
        VolumeChainBuilder more = volumeChainBuilder.withSnapshot(snapshot);
        return clusterState
                .find(ResourceKind.CLAIM, snapshot.namespace(), snapshot.text("/spec/source/persistentVolumeClaimName"))
                .map(claim -> withPod(more.withClaim(claim), claim))
                .orElseGet(more::tied);
    }
}
