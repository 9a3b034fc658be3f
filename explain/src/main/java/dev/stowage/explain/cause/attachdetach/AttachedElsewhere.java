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

/// Who holds a volume at another node, and what ends it.
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
        String verdict = "%s can be at one node only: %s on node %s uses it, so %s on node %s has to wait."
                .formatted(volume.title(), titles(holders), there(), pod.title(), ClaimUsers.node(pod));
        FindingBuilder findingBuilder = draft(FindingRank.CAUSE, verdict).actor(ResponsibleParty.USER);
        holders.forEach(each -> findingBuilder.safe(
                "Stop the pod that has it, if it is no longer needed.", KubectlCommands.delete(each)));
        return findingBuilder
                .advice("If a Deployment replaces its pod, use the strategy Recreate: the old pod then stops first.")
                .advice("If both pods are wanted, they need a volume with the access mode ReadWriteMany, or one node.")
                .build();
    }

    private Optional<Finding> ending(List<KubeResource> holders) {
        long grace = holders.stream()
                .mapToLong(each ->
                        each.json().at("/metadata/deletionGracePeriodSeconds").asLong(USUAL_GRACE))
                .max()
                .orElse(USUAL_GRACE);
        String verdict = "%s waits until %s has stopped on node %s and %s is detached there."
                .formatted(pod.title(), titles(holders), there(), volume.title());
        return draft(FindingRank.WAITING, verdict)
                .usual(Duration.ofSeconds(Math.clamp(grace, 0, 3600)).plus(DETACH))
                .build();
    }

    private Optional<Finding> detaching() {
        return draft(
                        FindingRank.WAITING,
                        "%s waits until %s, which no pod uses on node %s any more, is detached there."
                                .formatted(pod.title(), volume.title(), there()))
                .since(attachment, "/metadata/deletionTimestamp")
                .usual(DETACH)
                .safe("See whether the attachment goes.", KubectlCommands.yaml(attachment))
                .build();
    }

    private Optional<Finding> nodeIsGone() {
        String verdict =
                "%s is still attached to node %s, which is gone; it is detached as soon as no pod is left there, by force after %d minutes."
                        .formatted(volume.title(), there(), FORCED.toMinutes());
        return draft(FindingRank.CAUSE, verdict)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .safe(
                        "See whether the attachment is being deleted and what the driver says.",
                        KubectlCommands.yaml(attachment))
                .dangerous(
                        "Delete the attachment, once the machine is certainly off.",
                        KubectlCommands.delete(attachment),
                        "if the machine still runs, two nodes write to one volume and its file system breaks")
                .usual(FORCED)
                .build();
    }

    private Optional<Finding> nodeIsDead(KubeResource node, List<KubeResource> holders) {
        boolean declared = NodeConditions.isOutOfService(node);
        String end = declared
                ? "it is declared out of service, so its pods are removed and the volume is detached now"
                : holders.isEmpty()
                        ? "no pod is left there, so the volume is detached by force within %d minutes"
                                .formatted(FORCED.toMinutes())
                        : "nobody can know whether " + titles(holders) + " still writes, so the volume stays there";
        boolean ends = declared || holders.isEmpty();
        FindingBuilder findingBuilder = draft(
                        ends ? FindingRank.WAITING : FindingRank.CAUSE,
                        "%s is attached to node %s, which is not ready: %s.".formatted(volume.title(), there(), end))
                .actor(ends ? ResponsibleParty.NOBODY : ResponsibleParty.CLUSTER_ADMIN)
                .evidence(node, "Ready is " + NodeConditions.readiness(node))
                .usual(ends ? FORCED : Duration.ZERO)
                .safe(
                        "See why the node is silent; everything goes on when it comes back.",
                        KubectlCommands.describe(node));
        return (ends ? findingBuilder : risky(findingBuilder, node)).build();
    }

    private FindingBuilder risky(FindingBuilder findingBuilder, KubeResource node) {
        return findingBuilder.dangerous(
                "Declare the node out of service, after its machine was switched off for certain.",
                "kubectl taint node " + KubectlCommands.quoted(node.name())
                        + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute",
                "all pods there are removed and all volumes detached at once: if the machine still runs, two nodes"
                        + " write to one volume and its file system breaks; remove the taint when the node is back");
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

    /// When attachments cannot be looked at.
    static Optional<Finding> fromEvent(KubeResource pod, ObservedEvent told) {
        return FindingBuilder.of(
                        MultiAttachError.WORD,
                        FindingRank.TOLD,
                        LinkKind.ATTACHMENT,
                        "The volume of %s is still attached to another node.".formatted(pod.title()))
                .actor(ResponsibleParty.USER)
                .event(told)
                .since(told.event().last())
                .safe("Ask somebody who may to see where the volume is attached.", "kubectl get volumeattachments")
                .build();
    }

    private String there() {
        return VolumeAttachments.node(attachment);
    }

    private static String titles(List<KubeResource> pods) {
        return pods.stream().map(KubeResource::title).collect(Collectors.joining(", "));
    }
}
