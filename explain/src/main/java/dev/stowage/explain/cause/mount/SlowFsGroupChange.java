package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Optional;

/// The kubelet gives every file of the volume to the pod's group, and there are many.
final class SlowFsGroupChange implements Cause {
    private static final String WORDS = "Setting volume ownership for ";
    private static final Duration USUAL = Duration.ofMinutes(5);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .filter(ClaimUsers::isStarting)
                .flatMap(pod -> ObservedEvent.about(pod, volumeChain)
                        .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_PERMISSION_CHANGE_IN_PROGRESS)
                                || each.text().startsWith(WORDS))
                        .filter(each -> volumeChain
                                .volume()
                                .map(volume -> each.text().contains(volume.name()) || !namesVolume(each.text()))
                                .orElse(true))
                        .findFirst()
                        .flatMap(told -> finding(pod, told, volumeChain)));
    }

    /// The path in the message ends with the volume's name, or with `mount` below it.
    private static boolean namesVolume(String text) {
        return text.contains("kubernetes.io~csi/");
    }

    private static Optional<Finding> finding(KubeResource pod, ObservedEvent told, VolumeChain volumeChain) {
        String group = pod.text("/spec/securityContext/fsGroup");
        String verdict = "Waiting (expected): %s starts when node %s has changed the group of all files of %s to %s."
                .formatted(
                        pod.title(),
                        ClaimUsers.node(pod),
                        volumeChain.volume().map(KubeResource::title).orElse("its volume"),
                        group.isEmpty() ? "its fsGroup" : group);
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "ownership-change", FindingRank.WAITING, LinkKind.MOUNT, verdict)
                .actor(ResponsibleParty.NOBODY)
                .event(told)
                .evidence(
                        pod,
                        "fsGroup " + group + ", fsGroupChangePolicy "
                                + pod.json()
                                        .at("/spec/securityContext/fsGroupChangePolicy")
                                        .asText("Always"))
                .since(pod, "/status/startTime")
                .usual(USUAL);
        return findingBuilder
                .advice("The time depends on the number of files. With securityContext.fsGroupChangePolicy:"
                        + " OnRootMismatch in the pod it is done only once.")
                .build();
    }
}
