package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.NodeConditions;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.attachdetach.DriverNotRegistered;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A pod is not deleted because its volumes cannot be unmounted.
final class UnmountFailed implements Cause {
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        boolean ready = volumeChain.node().map(NodeConditions::isReady).orElse(false);
        return volumeChain
                .pod()
                .filter(pod -> pod.isDeleting() && ready)
                .flatMap(pod -> pod.list("/metadata/finalizers").findAny().isPresent()
                        ? held(pod)
                        : unmounting(pod, volumeChain));
    }

    private static Optional<Finding> held(KubeResource pod) {
        List<String> finalizers =
                pod.list("/metadata/finalizers").map(each -> each.asText("")).toList();
        return FindingBuilder.of(
                        "pod-held",
                        FindingRank.CAUSE,
                        LinkKind.POD,
                        "%s is being deleted and held by %s.".formatted(pod.title(), String.join(", ", finalizers)))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(pod, "finalizers " + finalizers)
                .since(pod, "/metadata/deletionTimestamp")
                .advice(
                        "The controller that set the finalizer removes it when it is done: check whether that controller"
                                + " runs.")
                .safe("Show the pod.", KubectlCommands.yaml(pod))
                .build();
    }

    private static Optional<Finding> unmounting(KubeResource pod, VolumeChain volumeChain) {
        boolean runs = pod.list("/status/containerStatuses")
                .anyMatch(each -> each.at("/state/running").isObject());
        boolean lasts = pod.time("/metadata/deletionTimestamp")
                .map(end -> volumeChain.since(end).compareTo(USUAL) > 0)
                .orElse(false);
        if (runs || !lasts) {
            return waiting(pod, runs);
        }
        boolean missing = DriverNotRegistered.isMissing(volumeChain);
        String why = missing
                ? "driver " + volumeChain.driver() + ", which must unmount its volume, is no longer registered there"
                : "its containers have terminated but its volumes cannot be unmounted";
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "pod-not-unmounted",
                        FindingRank.CAUSE,
                        missing ? LinkKind.REGISTRATION : LinkKind.MOUNT,
                        "%s is not removed from node %s: %s.".formatted(pod.title(), ClaimUsers.node(pod), why))
                .actor(missing ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.CLUSTER_ADMIN)
                .evidence(
                        pod, "deletionTimestamp " + pod.text("/metadata/deletionTimestamp") + ", no running container")
                .since(pod, "/metadata/deletionTimestamp");
        volumeChain
                .csiNode()
                .filter(_ -> missing)
                .ifPresent(each -> findingBuilder.evidence(each, "drivers do not include " + volumeChain.driver()));
        OrphanedMount.checks(findingBuilder, pod.uid());
        return findingBuilder
                .dangerous(
                        "Force-delete the pod, after everything has been unmounted by hand.",
                        KubectlCommands.delete(pod) + " --force --grace-period=0",
                        "the pod object is deleted while its volume may still be mounted and in use")
                .build();
    }

    private static Optional<Finding> waiting(KubeResource pod, boolean runs) {
        long grace = pod.json().at("/metadata/deletionGracePeriodSeconds").asLong(30);
        return FindingBuilder.of(
                        "pod-ending",
                        FindingRank.WAITING,
                        LinkKind.POD,
                        "%s is being deleted: %s."
                                .formatted(
                                        pod.title(),
                                        runs ? "its containers are terminating" : "its volumes are being unmounted"))
                .evidence(pod, "deletionTimestamp " + pod.text("/metadata/deletionTimestamp"))
                .since(pod, "/metadata/deletionTimestamp")
                .usual(Duration.ofSeconds(Math.clamp(grace, 0, 3600)).plus(USUAL))
                .build();
    }
}
