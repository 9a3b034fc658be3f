package dev.stowage.explain.cause.change;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// An attachment that should not be there any more.
public final class AttachmentGoing implements Situation {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> in(Strand strand) {
        return Stream.concat(
                        strand.attachment().stream(),
                        strand.volume().stream().flatMap(each -> Attachments.of(each, strand.picture()).stream()))
                .flatMap(each -> judge(each, strand).stream())
                .findFirst();
    }

    private static Optional<Finding> judge(Thing attachment, Strand strand) {
        if (!attachment.text("/status/detachError/message").isEmpty()) {
            return Optional.empty();
        }
        return attachment.isDeleting() ? detaching(attachment, strand) : left(attachment, strand);
    }

    private static Optional<Finding> detaching(Thing attachment, Strand strand) {
        boolean lasts = attachment
                .time("/metadata/deletionTimestamp")
                .map(from -> strand.since(from).compareTo(PATIENCE) > 0)
                .orElse(true);
        String driver = attachment.text("/spec/attacher");
        Draft draft = Draft.of(
                        "attachment-terminating",
                        lasts ? Weight.CAUSE : Weight.WAITING,
                        Part.ATTACHMENT,
                        (lasts
                                        ? "The attacher of driver %s does not detach pv/%s from node %s and says nothing: it does not work, or the driver does not answer."
                                        : "Driver %s detaches pv/%s from node %s.")
                                .formatted(driver, Attachments.volume(attachment), Attachments.node(attachment)))
                .actor(lasts ? Actor.STORAGE_ADMIN : Actor.NOBODY)
                .shows(attachment, "finalizers " + Finalizers.of(attachment) + ", no error")
                .since(attachment, "/metadata/deletionTimestamp")
                .usual(lasts ? Duration.ZERO : USUAL);
        return (lasts ? cure(draft, attachment) : draft).found();
    }

    private static Optional<Finding> left(Thing attachment, Strand strand) {
        String volume = Attachments.volume(attachment);
        String node = Attachments.node(attachment);
        boolean noVolume = !volume.isEmpty()
                && strand.picture().sees(Sort.VOLUME)
                && strand.picture().find(Sort.VOLUME, volume).isEmpty();
        boolean wanted = strand.pod().filter(Uses::isStarting).isPresent();
        boolean noNode = !wanted
                && strand.picture().sees(Sort.NODE)
                && strand.picture().find(Sort.NODE, node).isEmpty();
        if (!noVolume && !noNode) {
            return Optional.empty();
        }
        Draft draft = Draft.of(
                        "attachment-left",
                        Weight.CAUSE,
                        Part.ATTACHMENT,
                        "%s is left over: %s does not exist any more."
                                .formatted(attachment.title(), noVolume ? "pv/" + volume : "node " + node))
                .actor(Actor.CLUSTER_ADMIN)
                .shows(attachment, "pv/" + volume + " to node " + node)
                .since(attachment, "/metadata/creationTimestamp")
                .advice("A volume without node is detached by the cluster within minutes; an attachment without volume"
                        + " is not looked after by anybody.");
        return cure(draft, attachment).found();
    }

    private static Draft cure(Draft draft, Thing attachment) {
        Draft checked = draft.safe("See the attachment whole.", Commands.yaml(attachment));
        return attachment.isDeleting()
                ? checked.safe(
                                "Find the driver's controller and see whether its csi-attacher runs.",
                                "kubectl get pods -A -o wide")
                        .dangerous(
                                "If the storage itself shows that the volume is not attached any more, let it go.",
                                Finalizers.removal(attachment),
                                "if it still is, another node may get it at the same time, and its file system breaks")
                : checked.dangerous(
                        "Delete it, once the machine is off or has unmounted the volume for certain.",
                        Commands.delete(attachment),
                        "a machine that still writes loses the device under its feet");
    }
}
