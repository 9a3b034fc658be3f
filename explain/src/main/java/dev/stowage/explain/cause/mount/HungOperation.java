package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A call to the driver does not end: first it is too late, then the driver refuses others because of it.
public final class HungOperation implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        List<Heard> mounting = Failures.of(strand)
                .filter(each -> Wordings.LATE.in(each) || Wordings.BUSY.in(each))
                .toList();
        if (!mounting.isEmpty()) {
            return mounting(mounting, strand);
        }
        List<Heard> making = making(strand)
                .filter(each -> Wordings.LATE.in(each) || Wordings.BUSY.in(each))
                .toList();
        // That it was late once is told by whoever tells why there is no volume.
        return making.stream().anyMatch(Wordings.BUSY::in) ? making(making, strand) : Optional.empty();
    }

    /// Of a claim without volume, and of a volume that is to be deleted.
    private static Stream<Heard> making(Strand strand) {
        Stream<Heard> claim = strand
                .claim()
                .filter(each -> each.text("/status/phase").equals("Pending"))
                .stream()
                .flatMap(each -> Heard.about(each, strand))
                .filter(each -> each.isBecause("ProvisioningFailed"));
        Stream<Heard> volume = strand
                .volume()
                .filter(each -> !each.text("/status/phase").equals("Bound"))
                .stream()
                .flatMap(each -> Heard.about(each, strand))
                .filter(each -> each.isBecause("VolumeFailedDelete"));
        return Stream.concat(claim, volume);
    }

    private static Optional<Finding> mounting(List<Heard> told, Strand strand) {
        String node = strand.pod().map(Uses::node).orElse("");
        String volume = strand.volume().map(Thing::title).orElse("the volume");
        return draft(
                        told,
                        Part.MOUNT,
                        "Driver %s hangs while it mounts %s at node %s: %s"
                                .formatted(strand.driver(), volume, node, how(told)))
                .advice("On the node, see which processes hang in the kernel (state D in ps) and what dmesg says: a"
                        + " server or disk behind the mount usually does not answer.")
                .safe("See what the node's kernel and driver know; run it there.", "stowage doctor")
                .dangerous(
                        "Start the driver's pod at that node anew, when the storage behind it answers again.",
                        "",
                        "drivers that serve mounts from their own process (FUSE) take all mounts of the node with them")
                .found();
    }

    private static Optional<Finding> making(List<Heard> told, Strand strand) {
        return draft(told, Part.VOLUME, "Driver %s hangs: %s".formatted(strand.driver(), how(told)))
                .advice("See the logs of the driver's controller and whether the storage behind it answers; the call is"
                        + " repeated until it does.")
                .found();
    }

    private static String how(List<Heard> told) {
        return told.stream().anyMatch(Wordings.BUSY::in)
                ? "an earlier call is not over, and others are refused because of it."
                : "it did not answer in time.";
    }

    private static Draft draft(List<Heard> told, Part part, String verdict) {
        Draft draft = Draft.of("operation-hangs", Weight.TOLD, part, verdict).actor(Actor.STORAGE_ADMIN);
        told.stream().filter(Wordings.LATE::in).findFirst().ifPresent(draft::told);
        told.stream().filter(Wordings.BUSY::in).findFirst().ifPresent(draft::told);
        return draft.since(told.getFirst().told().last());
    }
}
