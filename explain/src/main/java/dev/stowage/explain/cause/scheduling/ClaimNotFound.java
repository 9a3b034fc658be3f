package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.PodVolumes;
import dev.stowage.explain.chain.PodVolumes.PodVolume;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.SpellingSuggestion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The pod names a claim that is not there.
final class ClaimNotFound implements Cause {
    /// The claim of a volume that lives with its pod is made at once, if anybody makes it.
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        if (volumeChain.claim().isPresent() || !volumeChain.clusterState().isListed(ResourceKind.CLAIM)) {
            return Optional.empty();
        }
        return UnscheduledPod.in(volumeChain)
                .flatMap(pod -> PodVolumes.named(pod.pod(), volumeChain.inPod())
                        .filter(volume -> !volume.claim().isEmpty())
                        .flatMap(volume -> volume.ephemeral() ? ephemeral(pod, volume) : missing(pod, volume)));
    }

    private static Optional<Finding> missing(UnscheduledPod pod, PodVolume volume) {
        String namespace = pod.pod().namespace();
        List<KubeResource> claims = pod.chain().clusterState().all(ResourceKind.CLAIM);
        List<String> elsewhere = claims.stream()
                .filter(claim -> claim.name().equals(volume.claim()))
                .map(KubeResource::namespace)
                .sorted()
                .toList();
        Optional<String> near = SpellingSuggestion.nearest(
                volume.claim(),
                claims.stream()
                        .filter(claim -> claim.namespace().equals(namespace))
                        .map(KubeResource::name)
                        .toList());
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "claim-missing",
                        FindingRank.CAUSE,
                        LinkKind.CLAIM,
                        pod.pod().title() + " uses pvc/" + volume.claim() + ", which does not exist in namespace "
                                + namespace + hint(elsewhere, near.orElse("")) + ".")
                .actor(ResponsibleParty.USER)
                .evidence(pod.pod(), "volume " + volume.name() + " has claimName: " + volume.claim());
        return pod.addEvidence(findingBuilder)
                .safe("Claims of this namespace.", KubectlCommands.kubectl(namespace) + " get pvc")
                .advice("Make the claim: the pod goes on by itself. A pod uses claims of its own namespace only.")
                .build();
    }

    private static String hint(List<String> elsewhere, String near) {
        if (!elsewhere.isEmpty()) {
            return " (one of that name is in " + String.join(", ", elsewhere) + ")";
        }
        return near.isEmpty() ? "" : " (did it mean " + near + "?)";
    }

    private static Optional<Finding> ephemeral(UnscheduledPod pod, PodVolume volume) {
        boolean patient = pod.age().compareTo(USUAL) < 0;
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "ephemeral-claim-missing",
                        patient ? FindingRank.WAITING : FindingRank.CAUSE,
                        LinkKind.CLAIM,
                        "The volume " + volume.name() + " of " + pod.pod().title()
                                + " lives with the pod, and its claim pvc/"
                                + volume.claim()
                                + (patient
                                        ? " is about to be made."
                                        : " was not made: the controller that"
                                                + " makes such claims does not run, or may not."))
                .actor(patient ? ResponsibleParty.NOBODY : ResponsibleParty.CLUSTER_ADMIN)
                .evidence(pod.pod(), "volume " + volume.name() + " has a volumeClaimTemplate")
                .usual(USUAL);
        return pod.addEvidence(findingBuilder)
                .safe(
                        "Whether a quota stands against it.",
                        KubectlCommands.kubectl(pod.pod().namespace()) + " get resourcequotas")
                .safe("What was told about the pod.", KubectlCommands.describe(pod.pod()))
                .build();
    }
}
