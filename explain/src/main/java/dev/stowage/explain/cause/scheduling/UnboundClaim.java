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

/// The pod waits for its claim. What the claim waits for is the cause, and told before this.
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
                        pod.pod().title() + " gets no node before " + claim.title() + " has its volume.")
                .actor(ResponsibleParty.NOBODY)
                .evidence(claim, "status.phase: Pending")
                .usual(USUAL);
        return pod.addEvidence(findingBuilder)
                .safe("What the claim waits for.", KubectlCommands.describe(claim))
                .build();
    }
}
