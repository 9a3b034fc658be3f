package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// An attachment that nobody serves, or that its driver does not get done.
public final class AttacherMissing implements Situation {
    private static final String WORD = "attacher-missing";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final Pattern WORDS = Pattern.compile("timed out waiting for external-attacher of");

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.attachment()
                .filter(each -> !Attachments.isAttached(each) && !each.isDeleting())
                .filter(each -> each.text("/status/attachError/message").isEmpty())
                .flatMap(each -> finding(each, strand));
    }

    private static Optional<Finding> finding(Thing attachment, Strand strand) {
        Duration age = attachment
                .time("/metadata/creationTimestamp")
                .map(strand::since)
                .orElse(LONG);
        boolean taken = Attachments.isTaken(attachment);
        if (age.compareTo(taken ? LONG : PATIENCE) < 0) {
            return waiting(attachment);
        }
        return taken ? hanging(attachment) : missing(attachment, strand);
    }

    private static Optional<Finding> waiting(Thing attachment) {
        return Draft.of(
                        "attaching",
                        Weight.WAITING,
                        Part.ATTACHMENT,
                        "pv/%s is being attached to node %s by driver %s."
                                .formatted(
                                        Attachments.volume(attachment),
                                        Attachments.node(attachment),
                                        driver(attachment)))
                .shows(attachment, "attached: false, no error yet")
                .since(attachment, "/metadata/creationTimestamp")
                .usual(USUAL)
                .found();
    }

    private static Optional<Finding> hanging(Thing attachment) {
        return Draft.of(
                        "attach-hangs",
                        Weight.CAUSE,
                        Part.ATTACHMENT,
                        "The attacher of driver %s took %s and neither finishes nor fails: the driver's controller does not answer."
                                .formatted(driver(attachment), attachment.title()))
                .actor(Actor.STORAGE_ADMIN)
                .shows(attachment, "attached: false, no error, finalizer of the attacher set")
                .since(attachment, "/metadata/creationTimestamp")
                .advice("See the logs of the attacher and of the driver's controller; starting them anew is harmless.")
                .safe("See the attachment.", Commands.yaml(attachment))
                .found();
    }

    private static Optional<Finding> missing(Thing attachment, Strand strand) {
        String driver = driver(attachment);
        boolean undeclared = strand.csiDriver().isEmpty();
        String why = undeclared ? "; and as there is no csidriver/" + driver + ", attaching is taken to be needed" : "";
        Draft draft = Draft.of(
                        WORD,
                        Weight.CAUSE,
                        Part.ATTACHMENT,
                        "Nobody attaches volumes of driver %s: no attacher has taken %s%s."
                                .formatted(driver, attachment.title(), why))
                .actor(Actor.STORAGE_ADMIN)
                .shows(attachment, "attached: false, no error, no finalizer of an attacher")
                .since(attachment, "/metadata/creationTimestamp");
        strand.csiDriver().ifPresent(each -> draft.shows(each, "attachRequired: " + each.text("/spec/attachRequired")));
        lease(driver, strand)
                .ifPresent(each -> draft.shows(
                        each,
                        "held by " + each.text("/spec/holderIdentity") + ", renewed " + each.text("/spec/renewTime")));
        strand.pod().stream()
                .flatMap(pod -> Heard.about(pod, strand))
                .filter(each -> each.matches(WORDS))
                .findFirst()
                .ifPresent(draft::told);
        return draft.safe(
                        "Find the driver's controller and see whether its csi-attacher runs.",
                        "kubectl get pods -A -o wide")
                .safe("See what the driver declares.", "kubectl get csidriver " + Commands.quoted(driver) + " -o yaml")
                .dangerous(
                        "If the driver needs no attaching at all (its documentation says so), declare it with"
                                + " attachRequired: false.",
                        "",
                        "for a driver that does need it, mounts fail and nothing keeps a volume from being used at two"
                                + " nodes at once")
                .found();
    }

    private static Optional<Thing> lease(String driver, Strand strand) {
        String name =
                "external-attacher-leader-" + driver.toLowerCase(Locale.ROOT).replace('.', '-');
        return strand.picture().all(Sort.LEASE).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static String driver(Thing attachment) {
        return attachment.text("/spec/attacher");
    }
}
