package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Optional;

/// The claim had a volume, and the volume's object was removed behind its back.
final class ClaimLost implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .claim()
                .filter(claim -> volumeChain.clusterState().isListed(ResourceKind.VOLUME))
                .filter(claim -> claim.text("/status/phase").equals("Lost")
                        || (claim.text("/status/phase").equals("Bound")
                                && volumeChain.volume().isEmpty()))
                .flatMap(claim -> volumeChain
                        .volume()
                        .map(volume -> misbound(volumeChain, claim, volume))
                        .orElseGet(() -> lost(volumeChain, claim)));
    }

    private static Optional<Finding> lost(VolumeChain volumeChain, KubeResource claim) {
        String name = claim.text("/spec/volumeName");
        FindingBuilder findingBuilder = draft(
                volumeChain,
                claim,
                "volume-lost",
                claim.title() + " was bound to pv/" + name
                        + ", and that object is gone; the disk behind it may still be" + " there.");
        return findingBuilder
                .evidence(claim, "spec.volumeName: " + name + ", which does not exist")
                .advice("First ask the driver's storage for a disk named after the volume, and make a backup of it.")
                .advice("If the disk is there: make a PersistentVolume of the name " + name
                        + " with the disk's own id as spec.csi.volumeHandle, persistentVolumeReclaimPolicy Retain and a"
                        + " claimRef to this claim with its uid " + claim.uid() + "; the claim is then Bound again.")
                .safe("What the claim was.", KubectlCommands.yaml(claim))
                .dangerous(
                        "If the data is not needed: delete the claim and make it anew.",
                        KubectlCommands.delete(claim),
                        "nothing then points to the old disk any more.")
                .build();
    }

    private static Optional<Finding> misbound(VolumeChain volumeChain, KubeResource claim, KubeResource volume) {
        String other = volume.text("/spec/claimRef/namespace") + "/" + volume.text("/spec/claimRef/name");
        return draft(
                        volumeChain,
                        claim,
                        "volume-misbound",
                        claim.title() + " says that it has " + volume.title() + ", which belongs to the claim " + other
                                + ".")
                .evidence(volume, "spec.claimRef: " + other + ", uid " + volume.text("/spec/claimRef/uid"))
                .evidence(claim, "uid: " + claim.uid())
                .advice("Two claims name one volume; this one must be made anew without spec.volumeName.")
                .safe("Both sides.", KubectlCommands.yaml(volume))
                .build();
    }

    private static FindingBuilder draft(VolumeChain volumeChain, KubeResource claim, String situation, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(situation, FindingRank.CAUSE, LinkKind.VOLUME, verdict)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(claim, "status.phase: " + claim.text("/status/phase"));
        ObservedEvent.about(claim, volumeChain)
                .filter(observedEvent ->
                        observedEvent.hasReason("ClaimLost") || observedEvent.hasReason("ClaimMisbound"))
                .findFirst()
                .ifPresent(observedEvent -> findingBuilder
                        .event(observedEvent)
                        .since(observedEvent.event().last()));
        return findingBuilder;
    }
}
