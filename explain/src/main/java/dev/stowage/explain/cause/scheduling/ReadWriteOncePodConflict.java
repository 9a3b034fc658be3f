package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import java.util.Optional;

/// The claim allows one pod at a time, and another pod uses it.
final class ReadWriteOncePodConflict implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return UnscheduledPod.in(volumeChain)
                .flatMap(pod -> volumeChain
                        .claim()
                        .filter(claim -> claim.list("/spec/accessModes")
                                .anyMatch(each -> each.asText().equals(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD)))
                        .flatMap(claim -> holder(pod, claim).flatMap(other -> judge(pod, claim, other))));
    }

    private static Optional<KubeResource> holder(UnscheduledPod pod, KubeResource claim) {
        return ClaimUsers.of(claim, pod.chain().clusterState()).stream()
                .filter(other -> !other.uid().equals(pod.pod().uid()))
                .filter(other -> !ClaimUsers.node(other).isEmpty() && !ClaimUsers.isOver(other))
                .findFirst();
    }

    private static Optional<Finding> judge(UnscheduledPod pod, KubeResource claim, KubeResource other) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "one-pod-only",
                        FindingRank.CAUSE,
                        LinkKind.CLAIM,
                        claim.title() + " can be used by one pod at a time ("
                                + PersistentVolumeAccessMode.READ_WRITE_ONCE_POD + "), and " + other.title()
                                + " on node " + ClaimUsers.node(other) + " uses it.")
                .actor(ResponsibleParty.USER)
                .evidence(claim, "spec.accessModes: " + PersistentVolumeAccessMode.READ_WRITE_ONCE_POD)
                .evidence(
                        other,
                        "spec.nodeName: " + ClaimUsers.node(other) + ", status.phase: " + ClaimUsers.phase(other)
                                + (other.isDeleting() ? ", being deleted" : ""));
        return pod.addEvidence(findingBuilder)
                .advice(
                        other.isDeleting()
                                ? "The other pod is terminating: this one continues automatically."
                                : "Delete the other pod, or recreate the claim with ReadWriteOnce if pods on one node may share it.")
                .safe("Show the pod that uses it.", KubectlCommands.describe(other))
                .build();
    }
}
