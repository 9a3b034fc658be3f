package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.PodVolumes;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The pod's claim exists but cannot be used: it is being deleted, or belongs to another pod.
final class ClaimUnusable implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return UnscheduledPod.in(volumeChain)
                .flatMap(pod -> volumeChain
                        .claim()
                        .flatMap(claim -> claim.isDeleting() ? deleting(pod, claim) : foreign(pod, claim)));
    }

    private static Optional<Finding> deleting(UnscheduledPod pod, KubeResource claim) {
        List<KubeResource> holders = ClaimUsers.of(claim, pod.chain().clusterState()).stream()
                .filter(other -> !other.uid().equals(pod.pod().uid()) && !ClaimUsers.isOver(other))
                .toList();
        String names = holders.stream().map(KubeResource::title).collect(Collectors.joining(", "));
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "claim-being-deleted",
                        FindingRank.CAUSE,
                        LinkKind.CLAIM,
                        claim.title() + " is being deleted, so "
                                + pod.pod().title() + " cannot use it"
                                + (names.isEmpty() ? "." : "; it is deleted when " + names + " terminated."))
                .actor(ResponsibleParty.USER)
                .evidence(claim, "metadata.deletionTimestamp: " + claim.text("/metadata/deletionTimestamp"));
        holders.forEach(holder -> findingBuilder.evidence(holder, "still uses it"));
        pod.addEvidence(findingBuilder);
        claim.time("/metadata/deletionTimestamp").ifPresent(findingBuilder::since);
        return findingBuilder
                .advice(
                        "A deletion cannot be undone. Let the deletion finish and recreate the claim; the pod then continues.")
                .advice(
                        "To keep the data, set the volume's persistentVolumeReclaimPolicy to Retain before the claim is deleted.")
                .safe("Show its volume.", "kubectl get pv " + KubectlCommands.quoted(claim.text("/spec/volumeName")))
                .build();
    }

    /// A claim that happens to have the name that a volume of the pod would get.
    private static Optional<Finding> foreign(UnscheduledPod pod, KubeResource claim) {
        boolean ephemeral = PodVolumes.named(pod.pod(), pod.chain().inPod())
                .filter(PodVolumes.PodVolume::ephemeral)
                .isPresent();
        boolean own = claim.list("/metadata/ownerReferences")
                .anyMatch(owner -> owner.path("uid").asText("").equals(pod.pod().uid()));
        if (!ephemeral || own) {
            return Optional.empty();
        }
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "ephemeral-claim-foreign",
                        FindingRank.CAUSE,
                        LinkKind.CLAIM,
                        claim.title() + " has the name of the claim for an ephemeral volume of "
                                + pod.pod().title() + ", but was not created for that pod.")
                .actor(ResponsibleParty.USER)
                .evidence(claim, "metadata.ownerReferences do not contain the pod");
        return pod.addEvidence(findingBuilder)
                .advice("Rename the pod or its volume; or, if the claim is a leftover, delete it.")
                .dangerous("If the claim is not needed.", KubectlCommands.delete(claim), "its data is deleted with it.")
                .build();
    }
}
