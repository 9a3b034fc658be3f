package dev.stowage.explain.chain;

import dev.stowage.explain.chain.PodVolumes.PodVolume;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.StorageClassKeys;
import java.util.Optional;

/// The first half of the chain, which users see: pod, claim, class, volume.
final class ClaimSideLinks {

    private ClaimSideLinks() {}

    static ChainLink pod(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .map(pod -> switch (PodVolumePhase.of(pod)) {
                    case FINISHED ->
                        ChainLink.of(LinkKind.POD, pod, LinkState.FINE, "completed: " + pod.text("/status/phase"));
                    case RUNNING ->
                        ChainLink.of(LinkKind.POD, pod, LinkState.FINE, "running on " + pod.text("/spec/nodeName"));
                    case ENDING -> ChainLink.of(LinkKind.POD, pod, LinkState.WAITING, "being deleted");
                    case STARTING -> ChainLink.of(LinkKind.POD, pod, LinkState.FINE, "has its volumes, starting");
                    case MOUNTING ->
                        ChainLink.of(LinkKind.POD, pod, LinkState.WAITING, "waiting on " + pod.text("/spec/nodeName"));
                    case UNSCHEDULED -> ChainLink.of(LinkKind.POD, pod, LinkState.WAITING, "not scheduled yet");
                })
                .orElseGet(() -> new ChainLink(LinkKind.POD, "", LinkState.SKIPPED, "not used by any pod"));
    }

    static ChainLink claim(VolumeChain volumeChain) {
        Optional<KubeResource> claim = volumeChain.claim();
        if (claim.isPresent()) {
            return claim(claim.get());
        }
        Optional<PodVolume> wanted = volumeChain.pod().flatMap(pod -> PodVolumes.named(pod, volumeChain.inPod()));
        if (wanted.isPresent()) {
            boolean seen = volumeChain.clusterState().isListed(ResourceKind.CLAIM);
            return new ChainLink(
                    LinkKind.CLAIM,
                    wanted.get().claim(),
                    seen ? LinkState.BROKEN : LinkState.UNKNOWN,
                    seen ? "does not exist" : "could not be read");
        }
        return new ChainLink(LinkKind.CLAIM, "", LinkState.SKIPPED, "not bound to any claim");
    }

    private static ChainLink claim(KubeResource claim) {
        String phase = claim.text("/status/phase");
        if (claim.isDeleting()) {
            return ChainLink.of(LinkKind.CLAIM, claim, LinkState.WAITING, "being deleted, " + phase);
        }
        return switch (phase) {
            case "Bound" ->
                ChainLink.of(LinkKind.CLAIM, claim, LinkState.FINE, "Bound to pv/" + claim.text("/spec/volumeName"));
            case "Lost" -> ChainLink.of(LinkKind.CLAIM, claim, LinkState.BROKEN, "Lost its volume");
            default -> ChainLink.of(LinkKind.CLAIM, claim, LinkState.WAITING, phase.isEmpty() ? "new" : phase);
        };
    }

    static ChainLink storageClass(VolumeChain volumeChain) {
        Optional<KubeResource> storageClass = volumeChain.storageClass();
        if (storageClass.isPresent()) {
            KubeResource found = storageClass.get();
            String mode = found.text("/volumeBindingMode").equals(StorageClassKeys.WAIT_FOR_FIRST_CONSUMER)
                    ? ", when a pod uses the claim"
                    : "";
            return ChainLink.of(
                    LinkKind.CLASS, found, LinkState.FINE, "provisioner " + found.text("/provisioner") + mode);
        }
        String name = volumeChain
                .claim()
                .map(claim -> claim.text("/spec/storageClassName"))
                .or(() -> volumeChain.volume().map(volume -> volume.text("/spec/storageClassName")))
                .orElse("");
        if (name.isEmpty()) {
            return new ChainLink(LinkKind.CLASS, "", LinkState.SKIPPED, "not set");
        }
        if (!volumeChain.clusterState().isListed(ResourceKind.CLASS)) {
            return new ChainLink(LinkKind.CLASS, name, LinkState.UNKNOWN, "could not be read");
        }
        return volumeChain.volume().isPresent()
                ? new ChainLink(LinkKind.CLASS, name, LinkState.SKIPPED, "deleted, no longer needed")
                : new ChainLink(LinkKind.CLASS, name, LinkState.BROKEN, "does not exist");
    }

    static ChainLink volume(VolumeChain volumeChain) {
        Optional<KubeResource> volume = volumeChain.volume();
        if (volume.isPresent()) {
            return volume(volume.get());
        }
        String name =
                volumeChain.claim().map(claim -> claim.text("/spec/volumeName")).orElse("");
        if (name.isEmpty()) {
            return volumeChain.claim().isPresent()
                    ? new ChainLink(LinkKind.VOLUME, "", LinkState.WAITING, "not provisioned yet")
                    : new ChainLink(LinkKind.VOLUME, "", LinkState.UNKNOWN, "needs the claim");
        }
        return volumeChain.clusterState().isListed(ResourceKind.VOLUME)
                ? new ChainLink(LinkKind.VOLUME, name, LinkState.BROKEN, "does not exist")
                : new ChainLink(LinkKind.VOLUME, name, LinkState.UNKNOWN, "could not be read");
    }

    private static ChainLink volume(KubeResource volume) {
        String phase = volume.text("/status/phase");
        if (volume.isDeleting()) {
            return ChainLink.of(LinkKind.VOLUME, volume, LinkState.WAITING, "being deleted, " + phase);
        }
        return switch (phase) {
            case "Failed" ->
                ChainLink.of(LinkKind.VOLUME, volume, LinkState.BROKEN, "Failed: " + volume.text("/status/message"));
            case "Released" ->
                ChainLink.of(
                        LinkKind.VOLUME,
                        volume,
                        volume.text("/spec/persistentVolumeReclaimPolicy").equals("Delete")
                                ? LinkState.WAITING
                                : LinkState.BROKEN,
                        "Released: its claim was deleted");
            case "Bound", "Available" -> ChainLink.of(LinkKind.VOLUME, volume, LinkState.FINE, phase);
            default -> ChainLink.of(LinkKind.VOLUME, volume, LinkState.WAITING, phase.isEmpty() ? "new" : phase);
        };
    }
}
