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
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Some provisioners create a volume with a helper pod, and that pod does not finish.
final class ProvisionerPodStuck implements Cause {
    private static final Pattern TIMEOUT = Pattern.compile(
            "create process timeout after \\d+ seconds|create process .* timed? ?out", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAMES = Pattern.compile("^(helper-pod-|create-pvc-|init-pvc-)");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .flatMap(pendingClaim -> ProvisioningEvents.latest(pendingClaim)
                        .filter(observedEvent -> observedEvent.matches(TIMEOUT))
                        .flatMap(observedEvent -> judge(pendingClaim, observedEvent)));
    }

    private static Optional<Finding> judge(PendingClaim pendingClaim, ObservedEvent observedEvent) {
        Optional<KubeResource> helper = helpers(pendingClaim).findFirst();
        String who = helper.map(KubeResource::title).orElse("the pod");
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "helper-pod-stuck",
                        FindingRank.CAUSE,
                        LinkKind.DRIVER,
                        pendingClaim.provisioner() + " provisions volumes with a pod, and " + who + " for "
                                + pendingClaim.claim().title() + " does not finish.")
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .event(observedEvent)
                .since(pendingClaim.claim(), "/metadata/creationTimestamp");
        helper.ifPresent(pod -> {
            waits(pod).ifPresent(why -> findingBuilder.evidence(pod, why));
            ObservedEvent.about(pod, pendingClaim.chain()).findFirst().ifPresent(findingBuilder::event);
            findingBuilder.safe("Check why it does not run.", KubectlCommands.describe(pod));
        });
        return findingBuilder
                .advice("Common reasons: its image cannot be pulled, the node has a taint that it does not tolerate, or"
                        + " the pod security level of the namespace forbids host paths.")
                .safe("List the pods of provisioners.", "kubectl get pods -A -o wide")
                .build();
    }

    /// The pod of this claim first: its name contains the volume's name.
    private static Stream<KubeResource> helpers(PendingClaim pendingClaim) {
        String volume = "pvc-" + pendingClaim.claim().uid();
        Stream<KubeResource> all = pendingClaim.chain().clusterState().all(ResourceKind.POD).stream()
                .filter(pod -> NAMES.matcher(pod.name()).find());
        return all.sorted(Comparator.comparing((KubeResource pod) -> !pod.name().contains(volume)))
                .filter(pod -> !pod.text("/status/phase").equals("Succeeded"));
    }

    private static Optional<String> waits(KubeResource pod) {
        return pod.list("/status/containerStatuses")
                .map(each -> each.at("/state/waiting/reason").asText(""))
                .filter(reason -> !reason.isEmpty())
                .map(reason -> "its container is waiting: " + reason)
                .findFirst()
                .or(() -> pod.condition("PodScheduled")
                        .map(each -> each.path("message").asText(""))
                        .filter(message -> !message.isEmpty()));
    }
}
