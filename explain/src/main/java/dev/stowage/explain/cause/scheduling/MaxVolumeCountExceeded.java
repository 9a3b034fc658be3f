package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Every node has reached its maximum number of volumes of the driver.
final class MaxVolumeCountExceeded implements Cause {
    private static final Pattern EXCEEDED = Pattern.compile("exceed max volume count");
    private static final int MOST_TOLD = 5;

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return UnscheduledPod.in(volumeChain)
                .filter(pod -> pod.says(EXCEEDED))
                .filter(pod -> !volumeChain.driver().isEmpty())
                .flatMap(MaxVolumeCountExceeded::judge);
    }

    private static Optional<Finding> judge(UnscheduledPod pod) {
        VolumeChain volumeChain = pod.chain();
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "attach-limit",
                        FindingRank.CAUSE,
                        LinkKind.NODE,
                        "No node can attach another volume of " + volumeChain.driver() + " for "
                                + pod.pod().title() + ": all have reached their limit.")
                .actor(ResponsibleParty.CLUSTER_ADMIN);
        volumeChain.clusterState().all(ResourceKind.CSI_NODE).stream()
                .filter(node -> limit(node, volumeChain.driver()).isPresent())
                .limit(MOST_TOLD)
                .forEach(node -> findingBuilder.evidence(
                        node,
                        "allocatable.count of " + volumeChain.driver() + ": "
                                + limit(node, volumeChain.driver()).orElse(0) + ", in use: "
                                + used(volumeChain, node.name())));
        return pod.addEvidence(findingBuilder)
                .safe("List the attachments.", "kubectl get volumeattachments")
                .advice("Add a node, or delete pods that no longer need their volumes.")
                .build();
    }

    private static OptionalLong limit(KubeResource csiNode, String driver) {
        return csiNode.list("/spec/drivers")
                .filter(each -> each.path("name").asText("").equals(driver))
                .filter(each -> each.at("/allocatable/count").isNumber())
                .mapToLong(each -> each.at("/allocatable/count").asLong())
                .findFirst();
    }

    /// Volumes of the node's pods, whether attached already or about to be.
    private static long used(VolumeChain volumeChain, String node) {
        return volumeChain.clusterState().all(ResourceKind.POD).stream()
                .filter(pod -> pod.text("/spec/nodeName").equals(node))
                .filter(pod -> !ClaimUsers.isOver(pod))
                .flatMap(pod -> pod.list("/spec/volumes")
                        .map(volume -> ClaimUsers.claimOf(pod, volume))
                        .flatMap(name ->
                                volumeChain.clusterState().find(ResourceKind.CLAIM, pod.namespace(), name).stream()))
                .flatMap(claim ->
                        volumeChain.clusterState().find(ResourceKind.VOLUME, claim.text("/spec/volumeName")).stream())
                .filter(volume -> volume.text("/spec/csi/driver").equals(volumeChain.driver()))
                .map(KubeResource::name)
                .distinct()
                .count();
    }
}
