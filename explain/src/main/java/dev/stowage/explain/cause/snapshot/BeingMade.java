package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// A snapshot is being made.
public final class BeingMade implements Situation {
    static final String MARK = "snapshot.storage.kubernetes.io/volumesnapshot-being-created";
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.snapshot()
                .filter(each -> !each.isDeleting())
                .filter(each -> !each.text("/status/readyToUse").equals("true"))
                .filter(each -> each.text("/status/error/message").isEmpty())
                .flatMap(each -> finding(each, strand));
    }

    private static Optional<Finding> finding(Thing snapshot, Strand strand) {
        boolean cut = !snapshot.text("/status/creationTime").isEmpty();
        Draft draft = Draft.of(
                        "snapshot-being-made",
                        Weight.WAITING,
                        Part.SNAPSHOT,
                        cut
                                ? "%s is taken, and the storage makes it fit for use.".formatted(snapshot.title())
                                : "%s is being taken.".formatted(snapshot.title()))
                .shows(
                        snapshot,
                        "readyToUse " + snapshot.json().at("/status/readyToUse").asText("not set"))
                .since(snapshot, "/metadata/creationTimestamp")
                .usual(USUAL);
        strand.content()
                .filter(each -> each.annotation(MARK).isPresent())
                .ifPresent(each -> draft.shows(each, "the driver is at it"));
        return draft.found();
    }
}
