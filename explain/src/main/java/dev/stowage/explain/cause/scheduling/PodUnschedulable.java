package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The scheduler cannot find a node for reasons other than volumes, or the pod has scheduling gates.
final class PodUnschedulable implements Cause {
    /// These messages are about volumes and have their own causes.
    private static final Pattern OF_VOLUMES =
            Pattern.compile("unbound immediate PersistentVolumeClaims|binding volumes|provisioning failed for PVC");

    private final List<Cause> better;

    /// @param better more specific causes for the same messages
    PodUnschedulable(List<Cause> better) {
        this.better = List.copyOf(better);
    }

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return UnscheduledPod.in(volumeChain)
                .filter(_ -> better.stream()
                        .noneMatch(each -> each.findIn(volumeChain).isPresent()))
                .flatMap(pod -> gated(pod).or(() -> refused(pod)));
    }

    private static Optional<Finding> gated(UnscheduledPod pod) {
        KubeResource kubeResource = pod.pod();
        String gates = String.join(
                ", ",
                kubeResource
                        .list("/spec/schedulingGates")
                        .map(each -> each.path("name").asText(""))
                        .toList());
        if (gates.isEmpty()) {
            return Optional.empty();
        }
        return FindingBuilder.of(
                        "scheduling-gated",
                        FindingRank.WAITING,
                        LinkKind.POD,
                        "Waiting (expected): " + kubeResource.title()
                                + " is held until its scheduling gates are removed: " + gates + ".")
                .actor(ResponsibleParty.USER)
                .evidence(kubeResource, "spec.schedulingGates: " + gates)
                .since(kubeResource, "/metadata/creationTimestamp")
                .build();
    }

    private static Optional<Finding> refused(UnscheduledPod pod) {
        if (pod.message().isEmpty() || pod.says(OF_VOLUMES)) {
            return Optional.empty();
        }
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "no-node-fits",
                        FindingRank.TOLD,
                        LinkKind.POD,
                        "The scheduler cannot find a node for " + pod.pod().title() + ": "
                                + DriverMessages.plain(pod.message()))
                .actor(ResponsibleParty.USER);
        return pod.addEvidence(findingBuilder)
                .safe("Show the pod.", KubectlCommands.describe(pod.pod()))
                .safe("Show the nodes.", "kubectl describe nodes")
                .build();
    }
}
