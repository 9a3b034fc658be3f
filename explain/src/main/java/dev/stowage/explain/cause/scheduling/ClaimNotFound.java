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

/// The pod references a claim that does not exist.
final class ClaimNotFound implements Cause {
    /// The claim of an ephemeral volume is created within seconds if its controller runs.
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
                .safe("List the claims of this namespace.", KubectlCommands.kubectl(namespace) + " get pvc")
                .advice(
                        "Create the claim: the pod then continues automatically. A pod can only use claims of its own namespace.")
                .build();
    }

    private static String hint(List<String> elsewhere, String near) {
        if (!elsewhere.isEmpty()) {
            return " (a claim with that name exists in " + String.join(", ", elsewhere) + ")";
        }
        return near.isEmpty() ? "" : " (did you mean " + near + "?)";
    }

    private static Optional<Finding> ephemeral(UnscheduledPod pod, PodVolume volume) {
        boolean patient = pod.age().compareTo(USUAL) < 0;
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "ephemeral-claim-missing",
                        patient ? FindingRank.WAITING : FindingRank.CAUSE,
                        LinkKind.CLAIM,
                        "The volume " + volume.name() + " of " + pod.pod().title()
                                + " is ephemeral, and its claim pvc/"
                                + volume.claim()
                                + (patient
                                        ? " is about to be created."
                                        : " was not created: the ephemeral volume"
                                                + " controller is not running, or lacks permission."))
                .actor(patient ? ResponsibleParty.NOBODY : ResponsibleParty.CLUSTER_ADMIN)
                .evidence(pod.pod(), "volume " + volume.name() + " has a volumeClaimTemplate")
                .usual(USUAL);
        return pod.addEvidence(findingBuilder)
                .safe(
                        "Check whether a quota prevents it.",
                        KubectlCommands.kubectl(pod.pod().namespace()) + " get resourcequotas")
                .safe("Show the events of the pod.", KubectlCommands.describe(pod.pod()))
                .build();
    }
}
