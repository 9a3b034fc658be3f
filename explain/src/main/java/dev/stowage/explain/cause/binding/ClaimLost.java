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
import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Optional;

/// The PersistentVolume of a bound claim was deleted.
final class ClaimLost implements Cause {
    private static final Duration USUAL_SWITCH = Duration.ofSeconds(10);

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
        Optional<ObservedEvent> switching = ObservedEvent.about(claim, volumeChain)
                .filter(observedEvent -> observedEvent.hasReason(MoveEventReasons.SWITCHING_VOLUME))
                .findFirst();
        if (switching.isPresent()) {
            return moving(claim, name, switching.get());
        }
        FindingBuilder findingBuilder = draft(
                volumeChain,
                claim,
                "volume-lost",
                claim.title() + " was bound to pv/" + name
                        + ", which was deleted; the disk behind it may still exist.");
        return findingBuilder
                .evidence(claim, "spec.volumeName: " + name + ", which does not exist")
                .advice(
                        "First check whether the driver's storage still has a disk with the volume's name, and back it up.")
                .advice("If the disk exists: create a PersistentVolume with the name " + name
                        + " with the id of the disk as spec.csi.volumeHandle, persistentVolumeReclaimPolicy Retain and a"
                        + " claimRef to this claim with its uid " + claim.uid()
                        + "; the claim then becomes Bound again.")
                .safe("Show the claim.", KubectlCommands.yaml(claim))
                .dangerous(
                        "If the data is not needed: delete the claim and recreate it.",
                        KubectlCommands.delete(claim),
                        "nothing references the old disk any more.")
                .build();
    }

    /// The mover has saved the volume before it deletes it, and creates it again.
    private static Optional<Finding> moving(KubeResource claim, String name, ObservedEvent switching) {
        return FindingBuilder.of(
                        "volume-moving",
                        FindingRank.WAITING,
                        LinkKind.VOLUME,
                        "Waiting (expected): " + claim.title() + " is being moved to another node: pv/" + name
                                + " is being created again there, and no data is lost.")
                .actor(ResponsibleParty.NOBODY)
                .evidence(claim, "status.phase: " + claim.text("/status/phase"))
                .event(switching)
                .since(switching.event().last())
                .usual(USUAL_SWITCH)
                .safe(
                        "Show the move, what it waits for, and the volume as it was.",
                        KubectlCommands.kubectl(claim.namespace()) + " get volumemoves -o yaml")
                .build();
    }

    private static Optional<Finding> misbound(VolumeChain volumeChain, KubeResource claim, KubeResource volume) {
        String other = volume.text("/spec/claimRef/namespace") + "/" + volume.text("/spec/claimRef/name");
        return draft(
                        volumeChain,
                        claim,
                        "volume-misbound",
                        claim.title() + " references " + volume.title() + ", which belongs to the claim " + other + ".")
                .evidence(volume, "spec.claimRef: " + other + ", uid " + volume.text("/spec/claimRef/uid"))
                .evidence(claim, "uid: " + claim.uid())
                .advice("Two claims reference one volume; recreate this one without spec.volumeName.")
                .safe("Show the volume.", KubectlCommands.yaml(volume))
                .build();
    }

    private static FindingBuilder draft(VolumeChain volumeChain, KubeResource claim, String situation, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(situation, FindingRank.CAUSE, LinkKind.VOLUME, verdict)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(claim, "status.phase: " + claim.text("/status/phase"));
        ObservedEvent.about(claim, volumeChain)
                .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.CLAIM_LOST)
                        || observedEvent.hasReason(VolumeEventReasons.CLAIM_MISBOUND))
                .findFirst()
                .ifPresent(observedEvent -> findingBuilder
                        .event(observedEvent)
                        .since(observedEvent.event().last()));
        return findingBuilder;
    }
}
