package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.NodeConditions;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What holds a volume on another node, and what releases it.
///
/// @param pod that waits
/// @param attachment to the other node
record AttachedElsewhere(
        VolumeChain chain,
        KubeResource pod,
        KubeResource volume,
        KubeResource attachment,
        Optional<ObservedEvent> told) {
    private static final Duration DETACH = Duration.ofSeconds(30);
    private static final Duration FORCED = Duration.ofMinutes(6);
    private static final long USUAL_GRACE = 30;

    Optional<Finding> finding() {
        Optional<KubeResource> node = chain.clusterState().find(ResourceKind.NODE, VolumeAttachments.node(attachment));
        List<KubeResource> holders = holders();
        if (node.isEmpty() && chain.clusterState().isListed(ResourceKind.NODE)) {
            return nodeIsGone();
        }
        Optional<KubeResource> dead = node.filter(each -> !NodeConditions.isReady(each));
        if (dead.isPresent()) {
            return nodeIsDead(dead.get(), holders);
        }
        if (holders.isEmpty()) {
            return detaching();
        }
        return holders.stream().allMatch(KubeResource::isDeleting) ? ending(holders) : used(holders);
    }

    private List<KubeResource> holders() {
        return chain.claim().stream()
                .flatMap(claim -> ClaimUsers.of(claim, chain.clusterState()).stream())
                .filter(each ->
                        ClaimUsers.node(each).equals(VolumeAttachments.node(attachment)) && !ClaimUsers.isOver(each))
                .toList();
    }

    private Optional<Finding> used(List<KubeResource> holders) {
        String verdict = "%s can be attached to one node only: %s on node %s uses it, so %s on node %s must wait."
                .formatted(volume.title(), titles(holders), there(), pod.title(), ClaimUsers.node(pod));
        FindingBuilder findingBuilder = draft(FindingRank.CAUSE, verdict).actor(ResponsibleParty.USER);
        holders.forEach(each -> findingBuilder.safe(
                "Delete the pod that uses it, if it is no longer needed.", KubectlCommands.delete(each)));
        return findingBuilder
                .advice("If a Deployment replaces its pod, use the strategy Recreate, so that the old pod stops first.")
                .advice("If both pods must run, use a volume with access mode ReadWriteMany, or run both on one node.")
                .build();
    }

    private Optional<Finding> ending(List<KubeResource> holders) {
        long grace = holders.stream()
                .mapToLong(each ->
                        each.json().at("/metadata/deletionGracePeriodSeconds").asLong(USUAL_GRACE))
                .max()
                .orElse(USUAL_GRACE);
        String verdict = "%s is waiting until %s has stopped on node %s and %s is detached from it."
                .formatted(pod.title(), titles(holders), there(), volume.title());
        return draft(FindingRank.WAITING, verdict)
                .usual(Duration.ofSeconds(Math.clamp(grace, 0, 3600)).plus(DETACH))
                .build();
    }

    private Optional<Finding> detaching() {
        return draft(
                        FindingRank.WAITING,
                        "%s is waiting until %s, which no pod uses on node %s any more, is detached from it."
                                .formatted(pod.title(), volume.title(), there()))
                .since(attachment, "/metadata/deletionTimestamp")
                .usual(DETACH)
                .safe("Check whether the attachment is deleted.", KubectlCommands.yaml(attachment))
                .build();
    }

    private Optional<Finding> nodeIsGone() {
        String verdict =
                "%s is still attached to node %s, which does not exist; it is detached when no pod is left there, or forcibly after %d minutes."
                        .formatted(volume.title(), there(), FORCED.toMinutes());
        return draft(FindingRank.CAUSE, verdict)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .safe(
                        "Check whether the attachment is being deleted and what the driver reports.",
                        KubectlCommands.yaml(attachment))
                .dangerous(
                        "Delete the attachment, once the machine is definitely powered off.",
                        KubectlCommands.delete(attachment),
                        "if the machine still runs, two nodes write to one volume and its file system is corrupted")
                .usual(FORCED)
                .build();
    }

    private Optional<Finding> nodeIsDead(KubeResource node, List<KubeResource> holders) {
        boolean declared = NodeConditions.isOutOfService(node);
        String end = declared
                ? "it is marked out of service, so its pods are deleted and the volume is detached now"
                : holders.isEmpty()
                        ? "no pod is left there, so the volume is forcibly detached within %d minutes"
                                .formatted(FORCED.toMinutes())
                        : titles(holders) + " may still be writing, so the volume stays attached there";
        boolean ends = declared || holders.isEmpty();
        FindingBuilder findingBuilder = draft(
                        ends ? FindingRank.WAITING : FindingRank.CAUSE,
                        "%s is attached to node %s, which is not ready: %s.".formatted(volume.title(), there(), end))
                .actor(ends ? ResponsibleParty.NOBODY : ResponsibleParty.CLUSTER_ADMIN)
                .evidence(node, "Ready is " + NodeConditions.readiness(node))
                .usual(ends ? FORCED : Duration.ZERO)
                .safe(
                        "Check why the node does not report; everything continues when it is back.",
                        KubectlCommands.describe(node));
        return (ends ? findingBuilder : risky(findingBuilder, node)).build();
    }

    private FindingBuilder risky(FindingBuilder findingBuilder, KubeResource node) {
        return findingBuilder.dangerous(
                "Mark the node out of service, once its machine is definitely powered off.",
                "kubectl taint node " + KubectlCommands.quoted(node.name())
                        + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute",
                "all its pods are deleted and all its volumes detached at once: if the machine still runs, two nodes"
                        + " write to one volume and its file system is corrupted; remove the taint when the node is back");
    }

    private FindingBuilder draft(FindingRank findingRank, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        MultiAttachError.WORD, findingRank, LinkKind.ATTACHMENT, verdict)
                .evidence(
                        attachment, "attached to node " + there() + (attachment.isDeleting() ? ", being detached" : ""))
                .evidence(volume, "accessModes " + volume.json().at("/spec/accessModes"))
                .since(pod, "/status/startTime");
        told.ifPresent(findingBuilder::event);
        return findingBuilder;
    }

    /// For the case that attachments cannot be read.
    static Optional<Finding> fromEvent(KubeResource pod, ObservedEvent told) {
        return FindingBuilder.of(
                        MultiAttachError.WORD,
                        FindingRank.TOLD,
                        LinkKind.ATTACHMENT,
                        "The volume of %s is still attached to another node.".formatted(pod.title()))
                .actor(ResponsibleParty.USER)
                .event(told)
                .since(told.event().last())
                .safe("Ask a cluster administrator where the volume is attached.", "kubectl get volumeattachments")
                .build();
    }

    private String there() {
        return VolumeAttachments.node(attachment);
    }

    private static String titles(List<KubeResource> pods) {
        return pods.stream().map(KubeResource::title).collect(Collectors.joining(", "));
    }
}
