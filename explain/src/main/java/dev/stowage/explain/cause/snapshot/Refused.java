package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
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

/// The driver takes no snapshot, and its words stand in the status.
///
/// What is wrong with the objects themselves is told by others, and more exactly.
public final class Refused implements Situation {
    private static final String ERROR = "/status/error/message";

    @Override
    public Optional<Finding> in(Strand strand) {
        boolean open = strand.snapshot()
                .filter(each ->
                        !each.isDeleting() && !each.text("/status/readyToUse").equals("true"))
                .isPresent();
        return Stream.of(strand.content(), strand.snapshot())
                .flatMap(Optional::stream)
                .filter(each -> open && !each.text(ERROR).isEmpty())
                .findFirst()
                .flatMap(each -> finding(each, strand));
    }

    private static Optional<Finding> finding(Thing shows, Strand strand) {
        String error = shows.text(ERROR);
        String code = Said.code(error);
        String snapshot = strand.snapshot().map(Thing::title).orElse("The snapshot");
        // Whatever a controller says about objects is seen by others as well: a driver's word is not.
        Weight weight = code.isEmpty() ? Weight.TOLD : Weight.CAUSE;
        return Draft.of(
                        "snapshot-refused",
                        weight,
                        Part.SNAPSHOT,
                        "%s is not taken: %s".formatted(snapshot, Said.plain(error)))
                .actor(code.equals("InvalidArgument") ? Actor.CLUSTER_ADMIN : Actor.STORAGE_ADMIN)
                .shows(shows, "error: " + error)
                .since(shows, "/status/error/time")
                .advice(advice(code))
                .safe("See what was told.", Commands.describe(shows))
                .found();
    }

    private static String advice(String code) {
        return switch (code) {
            case "Unimplemented" -> "The driver takes no snapshots.";
            case "InvalidArgument" -> "The driver does not accept the parameters of the VolumeSnapshotClass.";
            case "ResourceExhausted" -> "There is no room for the snapshot in the storage.";
            case "DeadlineExceeded", "Unavailable", "Aborted" ->
                "The driver or the storage behind it does not answer;" + " it is tried again.";
            // The names of statuses come from outside: any text may stand here.
            default -> "It is tried again; the log of the driver's controller tells more.";
        };
    }
}
