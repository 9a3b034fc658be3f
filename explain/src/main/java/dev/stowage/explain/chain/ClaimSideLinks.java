package dev.stowage.explain.chain;

import dev.stowage.explain.chain.PodVolumes.PodVolume;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Optional;

/// The half of the chain that users see: pod, claim, class, volume.
final class ClaimSideLinks {

    private ClaimSideLinks() {}

    static ChainLink pod(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .map(pod -> switch (PodVolumePhase.of(pod)) {
                    case FINISHED ->
                        ChainLink.of(LinkKind.POD, pod, LinkState.FINE, "has ended: " + pod.text("/status/phase"));
                    case RUNNING ->
                        ChainLink.of(LinkKind.POD, pod, LinkState.FINE, "runs on " + pod.text("/spec/nodeName"));
                    case ENDING -> ChainLink.of(LinkKind.POD, pod, LinkState.WAITING, "is being deleted");
                    case STARTING -> ChainLink.of(LinkKind.POD, pod, LinkState.FINE, "has its volumes and starts");
                    case MOUNTING ->
                        ChainLink.of(LinkKind.POD, pod, LinkState.WAITING, "waits on " + pod.text("/spec/nodeName"));
                    case UNSCHEDULED -> ChainLink.of(LinkKind.POD, pod, LinkState.WAITING, "is on no node yet");
                })
                .orElseGet(() -> new ChainLink(LinkKind.POD, "", LinkState.SKIPPED, "no pod uses it"));
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
                    seen ? "does not exist" : "could not be looked at");
        }
        return new ChainLink(LinkKind.CLAIM, "", LinkState.SKIPPED, "no claim holds it");
    }

    private static ChainLink claim(KubeResource claim) {
        String phase = claim.text("/status/phase");
        if (claim.isDeleting()) {
            return ChainLink.of(LinkKind.CLAIM, claim, LinkState.WAITING, "is being deleted, " + phase);
        }
        return switch (phase) {
            case "Bound" ->
                ChainLink.of(LinkKind.CLAIM, claim, LinkState.FINE, "Bound to pv/" + claim.text("/spec/volumeName"));
            case "Lost" -> ChainLink.of(LinkKind.CLAIM, claim, LinkState.BROKEN, "Lost its volume");
            default -> ChainLink.of(LinkKind.CLAIM, claim, LinkState.WAITING, phase.isEmpty() ? "is new" : phase);
        };
    }

    static ChainLink storageClass(VolumeChain volumeChain) {
        Optional<KubeResource> storageClass = volumeChain.storageClass();
        if (storageClass.isPresent()) {
            KubeResource found = storageClass.get();
            String mode = found.text("/volumeBindingMode").equals("WaitForFirstConsumer")
                    ? ", when a pod uses the claim"
                    : "";
            return ChainLink.of(LinkKind.CLASS, found, LinkState.FINE, "made by " + found.text("/provisioner") + mode);
        }
        String name = volumeChain
                .claim()
                .map(claim -> claim.text("/spec/storageClassName"))
                .or(() -> volumeChain.volume().map(volume -> volume.text("/spec/storageClassName")))
                .orElse("");
        if (name.isEmpty()) {
            return new ChainLink(LinkKind.CLASS, "", LinkState.SKIPPED, "none is named");
        }
        if (!volumeChain.clusterState().isListed(ResourceKind.CLASS)) {
            return new ChainLink(LinkKind.CLASS, name, LinkState.UNKNOWN, "could not be looked at");
        }
        return volumeChain.volume().isPresent()
                ? new ChainLink(LinkKind.CLASS, name, LinkState.SKIPPED, "is gone, and no longer needed")
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
                    ? new ChainLink(LinkKind.VOLUME, "", LinkState.WAITING, "is not made yet")
                    : new ChainLink(LinkKind.VOLUME, "", LinkState.UNKNOWN, "needs the claim");
        }
        return volumeChain.clusterState().isListed(ResourceKind.VOLUME)
                ? new ChainLink(LinkKind.VOLUME, name, LinkState.BROKEN, "does not exist")
                : new ChainLink(LinkKind.VOLUME, name, LinkState.UNKNOWN, "could not be looked at");
    }

    private static ChainLink volume(KubeResource volume) {
        String phase = volume.text("/status/phase");
        if (volume.isDeleting()) {
            return ChainLink.of(LinkKind.VOLUME, volume, LinkState.WAITING, "is being deleted, " + phase);
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
                        "Released: its claim is gone");
            case "Bound", "Available" -> ChainLink.of(LinkKind.VOLUME, volume, LinkState.FINE, phase);
            default -> ChainLink.of(LinkKind.VOLUME, volume, LinkState.WAITING, phase.isEmpty() ? "is new" : phase);
        };
    }
}
