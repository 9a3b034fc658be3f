package dev.stowage.explain.cause.attach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// A node that has all the volumes that it can have, which shows only when the pod is there.
public final class AttachLimit implements Situation {
    private static final String REASON = "VolumeAttachmentLimitExceeded";
    private static final String WORDS = "Node has reached its volume attachment limit";
    private static final int RESOURCE_EXHAUSTED = 8;

    @Override
    public Optional<Finding> in(Strand strand) {
        Optional<Thing> rejected = strand.pod().filter(AttachLimit::isRejected);
        if (rejected.isPresent()) {
            return rejected(rejected.get(), strand);
        }
        return strand.attachment()
                .filter(each -> isReached(each) && !Attachments.isAttached(each))
                .flatMap(each -> refused(each, strand));
    }

    /// The driver refused for want of room.
    static boolean isReached(Thing attachment) {
        JsonNode error = attachment.json().at("/status/attachError");
        return error.path("errorCode").asInt(0) == RESOURCE_EXHAUSTED
                || Said.code(error.path("message").asText("")).equals("ResourceExhausted");
    }

    private static boolean isRejected(Thing pod) {
        return pod.text("/status/reason").equals(REASON)
                || pod.text("/status/message").startsWith(WORDS);
    }

    private static Optional<Finding> rejected(Thing pod, Strand strand) {
        Draft draft = Draft.of(
                        "attach-limit",
                        Weight.CAUSE,
                        Part.NODE,
                        "Node %s rejected %s: no more volumes of driver %s can be attached there."
                                .formatted(Uses.node(pod), pod.title(), strand.driver()))
                .actor(Actor.USER)
                .shows(pod, "status.reason " + pod.text("/status/reason") + ": " + pod.text("/status/message"))
                .since(pod, "/status/startTime");
        count(draft, strand, Uses.node(pod));
        return draft.safe(
                        "Delete the pod; whoever made it makes another, which may come to another node.",
                        Commands.delete(pod))
                .advice("If all nodes are full, add a node, or spread the pods that use volumes.")
                .found();
    }

    private static Optional<Finding> refused(Thing attachment, Strand strand) {
        String error = attachment.text("/status/attachError/message");
        Draft draft = Draft.of(
                        "attach-limit",
                        Weight.CAUSE,
                        Part.ATTACHMENT,
                        "Driver %s has no room for one more volume at node %s: %s"
                                .formatted(
                                        attachment.text("/spec/attacher"),
                                        Attachments.node(attachment),
                                        Said.plain(error)))
                .actor(Actor.CLUSTER_ADMIN)
                .shows(attachment, "attachError: " + error)
                .since(attachment, "/status/attachError/time");
        count(draft, strand, Attachments.node(attachment));
        strand.pod()
                .ifPresent(pod -> draft.safe("Delete the pod so that another node is chosen.", Commands.delete(pod)));
        return draft.advice("The driver promised more room than there is: set nodeAllocatableUpdatePeriodSeconds in its"
                        + " CSIDriver object, so that nodes learn their limits again.")
                .found();
    }

    private static void count(Draft draft, Strand strand, String node) {
        long there = strand.picture().all(Sort.ATTACHMENT).stream()
                .filter(each -> Attachments.node(each).equals(node)
                        && each.text("/spec/attacher").equals(strand.driver()))
                .count();
        strand.csiNode().ifPresent(csiNode -> {
            String limit = csiNode.list("/spec/drivers")
                    .filter(each -> each.path("name").asText("").equals(strand.driver()))
                    .map(each -> each.at("/allocatable/count").asText(""))
                    .findFirst()
                    .orElse("");
            draft.shows(
                    csiNode,
                    "limit of " + strand.driver() + ": " + (limit.isEmpty() ? "none told" : limit) + ", attached: "
                            + there);
        });
    }
}
