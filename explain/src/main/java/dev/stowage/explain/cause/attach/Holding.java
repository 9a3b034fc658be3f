package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Nodes;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Who holds a volume at another node, and what ends it.
///
/// @param pod that waits
/// @param attachment to the other node
record Holding(Strand strand, Thing pod, Thing volume, Thing attachment, Optional<Heard> told) {
    private static final Duration DETACH = Duration.ofSeconds(30);
    private static final Duration FORCED = Duration.ofMinutes(6);
    private static final long USUAL_GRACE = 30;

    Optional<Finding> finding() {
        Optional<Thing> node = strand.picture().find(Sort.NODE, Attachments.node(attachment));
        List<Thing> holders = holders();
        if (node.isEmpty() && strand.picture().sees(Sort.NODE)) {
            return nodeIsGone();
        }
        Optional<Thing> dead = node.filter(each -> !Nodes.isReady(each));
        if (dead.isPresent()) {
            return nodeIsDead(dead.get(), holders);
        }
        if (holders.isEmpty()) {
            return detaching();
        }
        return holders.stream().allMatch(Thing::isDeleting) ? ending(holders) : used(holders);
    }

    private List<Thing> holders() {
        return strand.claim().stream()
                .flatMap(claim -> Uses.of(claim, strand.picture()).stream())
                .filter(each -> Uses.node(each).equals(Attachments.node(attachment)) && !Uses.isOver(each))
                .toList();
    }

    private Optional<Finding> used(List<Thing> holders) {
        String verdict = "%s can be at one node only: %s on node %s uses it, so %s on node %s has to wait."
                .formatted(volume.title(), titles(holders), there(), pod.title(), Uses.node(pod));
        Draft draft = draft(Weight.CAUSE, verdict).actor(Actor.USER);
        holders.forEach(
                each -> draft.safe("Stop the pod that has it, if it is no longer needed.", Commands.delete(each)));
        return draft.advice(
                        "If a Deployment replaces its pod, use the strategy Recreate: the old pod then stops first.")
                .advice("If both pods are wanted, they need a volume with the access mode ReadWriteMany, or one node.")
                .found();
    }

    private Optional<Finding> ending(List<Thing> holders) {
        long grace = holders.stream()
                .mapToLong(each ->
                        each.json().at("/metadata/deletionGracePeriodSeconds").asLong(USUAL_GRACE))
                .max()
                .orElse(USUAL_GRACE);
        String verdict = "%s waits until %s has stopped on node %s and %s is detached there."
                .formatted(pod.title(), titles(holders), there(), volume.title());
        return draft(Weight.WAITING, verdict)
                .usual(Duration.ofSeconds(Math.clamp(grace, 0, 3600)).plus(DETACH))
                .found();
    }

    private Optional<Finding> detaching() {
        return draft(
                        Weight.WAITING,
                        "%s waits until %s, which no pod uses on node %s any more, is detached there."
                                .formatted(pod.title(), volume.title(), there()))
                .since(attachment, "/metadata/deletionTimestamp")
                .usual(DETACH)
                .safe("See whether the attachment goes.", Commands.yaml(attachment))
                .found();
    }

    private Optional<Finding> nodeIsGone() {
        String verdict =
                "%s is still attached to node %s, which is gone; it is detached as soon as no pod is left there, by force after %d minutes."
                        .formatted(volume.title(), there(), FORCED.toMinutes());
        return draft(Weight.CAUSE, verdict)
                .actor(Actor.CLUSTER_ADMIN)
                .safe(
                        "See whether the attachment is being deleted and what the driver says.",
                        Commands.yaml(attachment))
                .dangerous(
                        "Delete the attachment, once the machine is certainly off.",
                        Commands.delete(attachment),
                        "if the machine still runs, two nodes write to one volume and its file system breaks")
                .usual(FORCED)
                .found();
    }

    private Optional<Finding> nodeIsDead(Thing node, List<Thing> holders) {
        boolean declared = Nodes.isOutOfService(node);
        String end = declared
                ? "it is declared out of service, so its pods are removed and the volume is detached now"
                : holders.isEmpty()
                        ? "no pod is left there, so the volume is detached by force within %d minutes"
                                .formatted(FORCED.toMinutes())
                        : "nobody can know whether " + titles(holders) + " still writes, so the volume stays there";
        boolean ends = declared || holders.isEmpty();
        Draft draft = draft(
                        ends ? Weight.WAITING : Weight.CAUSE,
                        "%s is attached to node %s, which is not ready: %s.".formatted(volume.title(), there(), end))
                .actor(ends ? Actor.NOBODY : Actor.CLUSTER_ADMIN)
                .shows(node, "Ready is " + Nodes.readiness(node))
                .usual(ends ? FORCED : Duration.ZERO)
                .safe("See why the node is silent; everything goes on when it comes back.", Commands.describe(node));
        return (ends ? draft : risky(draft, node)).found();
    }

    private Draft risky(Draft draft, Thing node) {
        return draft.dangerous(
                "Declare the node out of service, after its machine was switched off for certain.",
                "kubectl taint node " + Commands.quoted(node.name())
                        + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute",
                "all pods there are removed and all volumes detached at once: if the machine still runs, two nodes"
                        + " write to one volume and its file system breaks; remove the taint when the node is back");
    }

    private Draft draft(Weight weight, String verdict) {
        Draft draft = Draft.of(MultiAttach.WORD, weight, Part.ATTACHMENT, verdict)
                .shows(attachment, "attached to node " + there() + (attachment.isDeleting() ? ", being detached" : ""))
                .shows(volume, "accessModes " + volume.json().at("/spec/accessModes"))
                .since(pod, "/status/startTime");
        told.ifPresent(draft::told);
        return draft;
    }

    /// When attachments cannot be looked at.
    static Optional<Finding> onlyTold(Thing pod, Heard told) {
        return Draft.of(
                        MultiAttach.WORD,
                        Weight.TOLD,
                        Part.ATTACHMENT,
                        "The volume of %s is still attached to another node.".formatted(pod.title()))
                .actor(Actor.USER)
                .told(told)
                .since(told.told().last())
                .safe("Ask somebody who may to see where the volume is attached.", "kubectl get volumeattachments")
                .found();
    }

    private String there() {
        return Attachments.node(attachment);
    }

    private static String titles(List<Thing> pods) {
        return pods.stream().map(Thing::title).collect(Collectors.joining(", "));
    }
}
