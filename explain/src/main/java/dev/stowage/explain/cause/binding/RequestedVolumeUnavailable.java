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
import dev.stowage.k8s.names.VolumeEventReasons;
import java.util.Optional;

/// The claim requests a specific volume that it cannot get.
final class RequestedVolumeUnavailable implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> !pendingClaim.volumeName().isEmpty())
                .flatMap(pendingClaim -> volumeChain
                        .volume()
                        .map(volume -> judge(pendingClaim, volume))
                        .orElseGet(() -> missing(pendingClaim)));
    }

    private static Optional<Finding> judge(PendingClaim pendingClaim, KubeResource volume) {
        String holder = volume.text("/spec/claimRef/name");
        if (holder.isEmpty()) {
            return pendingClaim.mismatch(volume).flatMap(why -> unfit(pendingClaim, volume, why));
        }
        String namespace = volume.text("/spec/claimRef/namespace");
        boolean same = holder.equals(pendingClaim.claim().name())
                && namespace.equals(pendingClaim.claim().namespace());
        String uid = volume.text("/spec/claimRef/uid");
        if (same && (uid.isEmpty() || uid.equals(pendingClaim.claim().uid()))) {
            return Optional.empty();
        }
        Optional<KubeResource> other = pendingClaim
                .chain()
                .clusterState()
                .find(ResourceKind.CLAIM, namespace, holder)
                .filter(claim -> claim.uid().equals(uid));
        return other.isPresent()
                ? taken(pendingClaim, volume, other.get())
                : VolumeReleased.draft(
                                volume,
                                pendingClaim.chain(),
                                pendingClaim.claim().title() + " cannot get it")
                        .build();
    }

    private static Optional<Finding> taken(PendingClaim pendingClaim, KubeResource volume, KubeResource other) {
        return draft(
                        pendingClaim,
                        "volume-taken",
                        pendingClaim.claim().title() + " requests " + volume.title() + ", which belongs to "
                                + other.title() + " in namespace " + other.namespace() + ".")
                .evidence(volume, "spec.claimRef: " + other.namespace() + "/" + other.name() + ", uid " + other.uid())
                .evidence(other, "status.phase: " + other.text("/status/phase"))
                .advice("Choose another volume, or remove spec.volumeName to get one provisioned.")
                .safe("List the volumes and their claims.", "kubectl get pv")
                .build();
    }

    private static Optional<Finding> unfit(PendingClaim pendingClaim, KubeResource volume, String why) {
        return draft(
                        pendingClaim,
                        "volume-unfit",
                        pendingClaim.claim().title() + " requests " + volume.title() + " but cannot get it: " + why
                                + ".")
                .evidence(volume, why)
                .advice("Recreate the claim so that its spec matches the volume.")
                .safe("Show the volume.", KubectlCommands.yaml(volume))
                .build();
    }

    private static Optional<Finding> missing(PendingClaim pendingClaim) {
        if (!pendingClaim.chain().clusterState().isListed(ResourceKind.VOLUME)) {
            return Optional.empty();
        }
        return draft(
                        pendingClaim,
                        "named-volume-missing",
                        pendingClaim.claim().title() + " requests pv/" + pendingClaim.volumeName()
                                + ", which does not exist.")
                .advice("Create that volume, or recreate the claim without spec.volumeName.")
                .safe("List the volumes.", "kubectl get pv")
                .build();
    }

    private static FindingBuilder draft(PendingClaim pendingClaim, String situation, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(situation, FindingRank.CAUSE, LinkKind.VOLUME, verdict)
                .actor(ResponsibleParty.USER)
                .evidence(pendingClaim.claim(), "spec.volumeName: " + pendingClaim.volumeName())
                .since(pendingClaim.claim(), "/metadata/creationTimestamp");
        ObservedEvent.about(pendingClaim.claim(), pendingClaim.chain())
                .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.FAILED_BINDING)
                        || observedEvent.hasReason(VolumeEventReasons.VOLUME_MISMATCH))
                .findFirst()
                .ifPresent(findingBuilder::event);
        return findingBuilder;
    }
}
