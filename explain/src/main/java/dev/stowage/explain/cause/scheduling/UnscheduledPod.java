package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.chain.PodVolumePhase;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// A pod without a node, and the scheduler's message about it.
///
/// @param message of its PodScheduled condition, empty if there is none
record UnscheduledPod(VolumeChain chain, KubeResource pod, String message) {

    static Optional<UnscheduledPod> in(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .filter(pod -> PodVolumePhase.of(pod) == PodVolumePhase.UNSCHEDULED)
                .map(pod -> new UnscheduledPod(volumeChain, pod, words(volumeChain, pod)));
    }

    /// The condition is current; the event is for schedulers that set no condition.
    private static String words(VolumeChain volumeChain, KubeResource pod) {
        return pod.condition("PodScheduled")
                .filter(each -> each.path("status").asText("").equals("False"))
                .map(each -> each.path("message").asText(""))
                .filter(message -> !message.isEmpty())
                .or(() -> ObservedEvent.about(pod, volumeChain)
                        .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.FAILED_SCHEDULING))
                        .findFirst()
                        .map(ObservedEvent::text))
                .orElse("");
    }

    boolean says(Pattern words) {
        return words.matcher(message).find();
    }

    /// Adds what the scheduler said, and since when.
    FindingBuilder addEvidence(FindingBuilder findingBuilder) {
        Optional<ObservedEvent> heard = ObservedEvent.about(pod, chain)
                .filter(each -> each.hasReason(VolumeEventReasons.FAILED_SCHEDULING))
                .findFirst();
        if (heard.isPresent()) {
            findingBuilder.event(heard.get());
        } else if (!message.isEmpty()) {
            findingBuilder.evidence(pod, "PodScheduled is False: " + message);
        }
        return findingBuilder.since(pod, "/metadata/creationTimestamp");
    }

    Duration age() {
        return pod.time("/metadata/creationTimestamp").map(chain::since).orElse(Duration.ZERO);
    }
}
