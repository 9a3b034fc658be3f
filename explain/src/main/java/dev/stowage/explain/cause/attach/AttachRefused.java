package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// The driver does not attach a volume, and the attachment says why.
public final class AttachRefused implements Situation {
    private static final String ERROR = "/status/attachError/message";

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.attachment()
                .filter(each -> !each.text(ERROR).isEmpty())
                .filter(each -> !Attachments.isAttached(each) && !each.isDeleting())
                .filter(each -> !AttachLimit.isReached(each) && !NotRegistered.isTheReason(each.text(ERROR), strand))
                .flatMap(each -> finding(each, strand));
    }

    private static Optional<Finding> finding(Thing attachment, Strand strand) {
        String error = attachment.text(ERROR);
        Refusal refusal = Refusal.of(error);
        Draft draft = Draft.of(
                        "attach-refused",
                        Weight.CAUSE,
                        Part.ATTACHMENT,
                        "Driver %s does not attach pv/%s to node %s: %s"
                                .formatted(
                                        attachment.text("/spec/attacher"),
                                        Attachments.volume(attachment),
                                        Attachments.node(attachment),
                                        Said.plain(error)))
                .actor(refusal.actor())
                .shows(attachment, "attachError: " + error)
                .since(attachment, "/status/attachError/time")
                .advice(refusal.advice())
                .safe("See the attachment whole; it is tried again with growing pauses.", Commands.yaml(attachment));
        strand.volume().ifPresent(volume -> draft.safe("See what the volume is.", Commands.yaml(volume)));
        return draft.found();
    }
}
