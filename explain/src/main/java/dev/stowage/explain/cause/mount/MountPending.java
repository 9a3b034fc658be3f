package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.NodeConditions;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.cause.attachdetach.DriverNotRegistered;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.util.Optional;

/// All prerequisites are met, and the node is mounting the volume.
final class MountPending implements Cause {
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        boolean there = (!VolumeAttachments.areNeeded(volumeChain)
                        || volumeChain
                                .attachment()
                                .map(VolumeAttachments::isAttached)
                                .orElse(false))
                && volumeChain.node().map(NodeConditions::isReady).orElse(false)
                && !DriverNotRegistered.isMissing(volumeChain)
                && KubeletMountEvents.all(volumeChain).findAny().isEmpty();
        return volumeChain
                .volume()
                .filter(_ -> there)
                .flatMap(volume -> volumeChain
                        .pod()
                        .filter(ClaimUsers::isStarting)
                        .filter(MountPending::makesContainers)
                        .flatMap(pod -> finding(pod, volume)));
    }

    private static boolean makesContainers(KubeResource pod) {
        return pod.list("/status/containerStatuses")
                .map(each -> each.at("/state/waiting/reason").asText("ContainerCreating"))
                .allMatch(reason -> reason.equals("ContainerCreating") || reason.equals("PodInitializing"));
    }

    private static Optional<Finding> finding(KubeResource pod, KubeResource volume) {
        return FindingBuilder.of(
                        "being-mounted",
                        FindingRank.WAITING,
                        LinkKind.MOUNT,
                        "Node %s is mounting %s and starting the containers of %s."
                                .formatted(ClaimUsers.node(pod), volume.title(), pod.title()))
                .evidence(pod, "phase " + ClaimUsers.phase(pod) + ", no failure reported")
                .since(pod, "/status/startTime")
                .usual(USUAL)
                .build();
    }
}
