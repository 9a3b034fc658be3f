package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// The pod waits for its claim. The cause is what the claim waits for, and is reported first.
final class UnboundClaim implements Cause {
    private static final Pattern UNBOUND = Pattern.compile("unbound immediate PersistentVolumeClaims");
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return UnscheduledPod.in(volumeChain)
                .filter(pod -> pod.says(UNBOUND))
                .flatMap(pod -> volumeChain
                        .claim()
                        .filter(claim -> claim.text("/status/phase").equals("Pending"))
                        .flatMap(claim -> judge(pod, claim)));
    }

    private static Optional<Finding> judge(UnscheduledPod pod, KubeResource claim) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "waits-for-claim",
                        FindingRank.UMBRELLA,
                        LinkKind.CLAIM,
                        pod.pod().title() + " is not scheduled before " + claim.title() + " is bound.")
                .actor(ResponsibleParty.NOBODY)
                .evidence(claim, "status.phase: Pending")
                .usual(USUAL);
        return pod.addEvidence(findingBuilder)
                .safe("Check what the claim is waiting for.", KubectlCommands.describe(claim))
                .build();
    }
}
