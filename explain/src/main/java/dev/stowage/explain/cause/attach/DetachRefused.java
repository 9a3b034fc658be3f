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
import java.util.stream.Stream;

/// The driver does not detach a volume from a node, and the attachment says why.
public final class DetachRefused implements Situation {
    private static final String ERROR = "/status/detachError/message";

    @Override
    public Optional<Finding> in(Strand strand) {
        return Stream.concat(
                        strand.attachment().stream(),
                        strand.volume().stream().flatMap(volume -> Attachments.of(volume, strand.picture()).stream()))
                .filter(each -> each.isDeleting() && !each.text(ERROR).isEmpty())
                .findFirst()
                .flatMap(DetachRefused::finding);
    }

    private static Optional<Finding> finding(Thing attachment) {
        String error = attachment.text(ERROR);
        Refusal refusal = Refusal.of(error);
        String verdict = "Driver %s does not detach pv/%s from node %s: %s"
                .formatted(
                        attachment.text("/spec/attacher"),
                        Attachments.volume(attachment),
                        Attachments.node(attachment),
                        Said.plain(error));
        return Draft.of("detach-refused", Weight.CAUSE, Part.ATTACHMENT, verdict)
                .actor(refusal.actor())
                .shows(attachment, "detachError: " + error)
                .since(attachment, "/metadata/deletionTimestamp")
                .advice(refusal.advice())
                .safe("See the attachment whole; detaching is tried again.", Commands.yaml(attachment))
                .dangerous(
                        "If the storage itself shows that the volume is not attached any more, let the attachment go.",
                        Commands.on("patch", attachment) + " --type=merge -p '{\"metadata\":{\"finalizers\":null}}'",
                        "if the storage still has it attached, another node may get it at the same time, and the file"
                                + " system on it breaks")
                .found();
    }
}
