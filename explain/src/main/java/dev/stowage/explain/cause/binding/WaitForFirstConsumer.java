package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.PodVolumePhase;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The class waits for the first consumer, and there is no pod, or the scheduler does not choose a node for it.
final class WaitForFirstConsumer implements Cause {
    private static final Duration USUAL = Duration.ofSeconds(10);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> pendingClaim.waitsForFirstConsumer()
                        && pendingClaim.selectedNode().isEmpty())
                .filter(pendingClaim -> pendingClaim.volumeName().isEmpty())
                .flatMap(pendingClaim -> volumeChain
                        .pod()
                        .filter(pod -> PodVolumePhase.of(pod) != PodVolumePhase.FINISHED
                                && PodVolumePhase.of(pod) != PodVolumePhase.ENDING)
                        .map(pod -> withPod(pendingClaim, pod))
                        .orElseGet(() -> withoutPod(pendingClaim)));
    }

    private static Optional<Finding> withoutPod(PendingClaim pendingClaim) {
        KubeResource claim = pendingClaim.claim();
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "waits-for-first-consumer",
                        FindingRank.WAITING,
                        LinkKind.POD,
                        "Waiting (expected): " + claim.title()
                                + " needs a pod that uses it, because volumes of the class "
                                + pendingClaim.className()
                                + " are provisioned on the node of their first pod.")
                .actor(ResponsibleParty.USER)
                .since(claim, "/metadata/creationTimestamp");
        basis(pendingClaim, findingBuilder);
        return findingBuilder.advice("Create a pod that uses the claim.").build();
    }

    private static Optional<Finding> withPod(PendingClaim pendingClaim, KubeResource pod) {
        if (pod.text("/spec/nodeName").isEmpty()) {
            return unscheduled(pendingClaim, pod);
        }
        Instant never = Instant.EPOCH;
        boolean replaced = pendingClaim
                .claim()
                .time("/metadata/creationTimestamp")
                .orElse(never)
                .isAfter(pod.time("/metadata/creationTimestamp").orElse(never));
        FindingBuilder findingBuilder = FindingBuilder.of(
                        replaced ? "claim-made-after-pod" : "scheduler-bypassed",
                        FindingRank.CAUSE,
                        LinkKind.POD,
                        replaced
                                ? pendingClaim.claim().title() + " was created after " + pod.title()
                                        + " was scheduled, and only the scheduler chooses the node for its volume."
                                : pod.title() + " sets its node itself (spec.nodeName), so the scheduler never"
                                        + " chooses the node for the volume of "
                                        + pendingClaim.claim().title() + ".")
                .actor(ResponsibleParty.USER)
                .evidence(pod, "spec.nodeName: " + pod.text("/spec/nodeName"))
                .since(pod, "/metadata/creationTimestamp");
        basis(pendingClaim, findingBuilder);
        String node = pod.text("/spec/nodeName");
        return findingBuilder
                .advice("Recreate the pod without spec.nodeName; to keep it on that node use"
                        + " spec.nodeSelector: {kubernetes.io/hostname: " + node + "}.")
                .safe("Show the pod.", KubectlCommands.yaml(pod))
                .build();
    }

    private static Optional<Finding> unscheduled(PendingClaim pendingClaim, KubeResource pod) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "waits-for-scheduling",
                        FindingRank.WAITING,
                        LinkKind.POD,
                        "Waiting (expected): " + pendingClaim.claim().title() + " is provisioned when " + pod.title()
                                + " is scheduled.")
                .actor(ResponsibleParty.NOBODY)
                .evidence(pod, "spec.nodeName: not set")
                .since(pod, "/metadata/creationTimestamp")
                .usual(USUAL);
        basis(pendingClaim, findingBuilder);
        return findingBuilder.build();
    }

    private static void basis(PendingClaim pendingClaim, FindingBuilder findingBuilder) {
        pendingClaim
                .chain()
                .storageClass()
                .ifPresent(found -> findingBuilder.evidence(found, "volumeBindingMode: WaitForFirstConsumer"));
        ObservedEvent.about(pendingClaim.claim(), pendingClaim.chain())
                .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.WAIT_FOR_FIRST_CONSUMER)
                        || observedEvent.hasReason(VolumeEventReasons.WAIT_FOR_POD_SCHEDULED))
                .findFirst()
                .ifPresent(findingBuilder::event);
    }
}
