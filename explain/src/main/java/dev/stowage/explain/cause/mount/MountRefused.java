package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// A volume is not mounted for a reason that nobody else here knows: what the kubelet or the driver said has to do.
public final class MountRefused implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        Optional<Heard> own =
                Failures.of(strand).filter(each -> isNew(each, strand)).findFirst();
        return own.isPresent()
                ? own.flatMap(told -> own(told, strand))
                : Failures.all(strand)
                        .filter(each -> isNew(each, strand) && !isClaimed(each, strand))
                        .findFirst()
                        .flatMap(MountRefused::other);
    }

    /// What the attachment itself says is told elsewhere.
    private static boolean isNew(Heard told, Strand strand) {
        boolean attaching =
                told.isBecause("FailedAttachVolume") && strand.attachment().isPresent();
        return !attaching && !Wordings.areKnown(told);
    }

    /// It belongs to another claim, which is looked at by itself.
    private static boolean isClaimed(Heard told, Strand strand) {
        return strand.picture().find(Sort.VOLUME, Failures.volume(told.text())).isPresent();
    }

    private static Optional<Finding> own(Heard told, Strand strand) {
        String why = Failures.why(told.text());
        String code = Said.code(why);
        boolean driver = !code.isEmpty();
        String verdict = "%s cannot be mounted for %s at node %s: %s"
                .formatted(
                        strand.volume().map(Thing::title).orElse("A volume"),
                        told.about().title(),
                        Uses.node(told.about()),
                        Said.plain(why));
        return Draft.of("mount-refused", Weight.TOLD, Part.MOUNT, verdict)
                .actor(driver ? Actor.STORAGE_ADMIN : Actor.CLUSTER_ADMIN)
                .told(told)
                .since(told.told().last())
                .advice(driver ? advice(code, strand.driver()) : "These are the kubelet's own words; it tries again.")
                .safe("See all that was told about the pod.", Commands.describe(told.about()))
                .found();
    }

    private static String advice(String code, String driver) {
        return switch (code) {
            case "InvalidArgument" ->
                "Driver " + driver
                        + " does not accept what it is asked for: see mountOptions and parameters of the class.";
            case "NotFound" ->
                "Driver " + driver
                        + " does not find the volume at that node: it was removed behind the cluster's back, or is elsewhere.";
            case "FailedPrecondition" ->
                "Driver " + driver + " misses a step before this one: an attachment, or a staged volume.";
            case "Unavailable" -> "Driver " + driver + " does not answer at that node: see whether its pod there runs.";
            // The names of statuses come from outside: any text may stand here.
            default -> "These are the words of driver " + driver + ": see the log of its pod at that node.";
        };
    }

    /// The pod has several volumes, and another one is the matter.
    private static Optional<Finding> other(Heard told) {
        String verdict = "%s waits for another of its volumes, %s: %s"
                .formatted(told.about().title(), Failures.volume(told.text()), Said.plain(Failures.why(told.text())));
        return Draft.of("other-volume", Weight.TOLD, Part.MOUNT, verdict)
                .actor(Actor.USER)
                .told(told)
                .since(told.told().last())
                .safe("See the pod and its volumes.", Commands.describe(told.about()))
                .found();
    }
}
