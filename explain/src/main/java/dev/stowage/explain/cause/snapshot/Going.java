package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A snapshot is to go and does not.
public final class Going implements Situation {
    private static final String WORD = "snapshot-terminating";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.snapshot().filter(Thing::isDeleting).flatMap(each -> judge(each, strand));
    }

    private static Optional<Finding> judge(Thing snapshot, Strand strand) {
        List<Thing> restored = restored(snapshot, strand);
        if (!restored.isEmpty()) {
            // Asked about a claim that is to be made from it, the claim is what matters.
            return strand.subject().sort() == Sort.SNAPSHOT ? used(snapshot, restored) : Optional.empty();
        }
        String group = snapshot.text("/status/volumeGroupSnapshotName");
        if (!group.isEmpty()) {
            return grouped(snapshot, group);
        }
        Optional<Thing> content = strand.content();
        Optional<String> error =
                content.map(each -> each.text("/status/error/message")).filter(each -> !each.isEmpty());
        Optional<Heard> told = Stream.of(content, strand.snapshot())
                .flatMap(Optional::stream)
                .flatMap(each -> Heard.about(each, strand))
                .filter(each ->
                        each.isBecause("SnapshotDeleteError") || each.isBecause("SnapshotContentObjectDeleteError"))
                .findFirst();
        if (error.isPresent() || told.isPresent()) {
            return refused(snapshot, error.or(() -> told.map(Heard::text)).orElse(""), told, content);
        }
        boolean fresh = snapshot.time("/metadata/deletionTimestamp")
                .map(from -> strand.since(from).compareTo(PATIENCE) < 0)
                .orElse(false);
        return fresh ? going(snapshot) : held(snapshot, content);
    }

    private static List<Thing> restored(Thing snapshot, Strand strand) {
        return strand.picture().all(Sort.CLAIM).stream()
                .filter(claim -> claim.text("/status/phase").equals("Pending"))
                .filter(claim -> Source.of(claim)
                        .filter(source -> source.sort() == Sort.SNAPSHOT
                                && source.name().equals(snapshot.name())
                                && source.namespace().equals(snapshot.namespace()))
                        .isPresent())
                .toList();
    }

    private static Optional<Finding> used(Thing snapshot, List<Thing> claims) {
        String names = claims.stream().map(Thing::title).collect(Collectors.joining(", "));
        Draft draft = draft(
                        snapshot,
                        Weight.CAUSE,
                        "%s goes when %s, which is to be made from it, is bound or gone."
                                .formatted(snapshot.title(), names))
                .actor(Actor.USER);
        claims.forEach(each -> draft.shows(each, "phase Pending, made from " + snapshot.title())
                .safe(
                        "See why it is not bound.",
                        "stowage explain " + each.title() + " -n " + Commands.quoted(each.namespace())));
        return draft.found();
    }

    private static Optional<Finding> grouped(Thing snapshot, String group) {
        return draft(
                        snapshot,
                        Weight.CAUSE,
                        "%s goes with its group only, volumegroupsnapshot/%s.".formatted(snapshot.title(), group))
                .actor(Actor.USER)
                .dangerous(
                        "Delete the whole group.",
                        Commands.kubectl(snapshot.namespace()) + " delete volumegroupsnapshot "
                                + Commands.quoted(group),
                        "all snapshots of the group are deleted")
                .found();
    }

    private static Optional<Finding> refused(
            Thing snapshot, String error, Optional<Heard> told, Optional<Thing> content) {
        Draft draft = draft(
                        snapshot,
                        Weight.CAUSE,
                        "The driver does not delete %s: %s".formatted(snapshot.title(), Said.plain(error)))
                .actor(Actor.STORAGE_ADMIN);
        told.ifPresent(draft::told);
        content.ifPresent(each -> draft.shows(each, "error: " + each.text("/status/error/message"))
                .safe("See the content.", Commands.describe(each)));
        return draft.advice("It is tried again. Copies that hang on the snapshot often hinder it.")
                .found();
    }

    private static Optional<Finding> going(Thing snapshot) {
        return draft(snapshot, Weight.WAITING, snapshot.title() + " is being deleted.")
                .usual(USUAL)
                .found();
    }

    private static Optional<Finding> held(Thing snapshot, Optional<Thing> content) {
        boolean sidecar = content.filter(Thing::isDeleting).isPresent();
        String who = sidecar
                ? "the snapshotter of driver "
                        + content.map(each -> each.text("/spec/driver")).orElse("") + " does not delete its content"
                : "the snapshot controller does not let it go";
        return draft(snapshot, Weight.CAUSE, "%s is still there: %s.".formatted(snapshot.title(), who))
                .actor(sidecar ? Actor.STORAGE_ADMIN : Actor.CLUSTER_ADMIN)
                .safe("See whether it runs.", "kubectl get pods -A")
                .dangerous(
                        "If the snapshot is gone in the storage for certain, let the object go.",
                        Commands.on("patch", snapshot) + " --type=merge -p '{\"metadata\":{\"finalizers\":null}}'",
                        "a snapshot that is still there is forgotten: it stays in the storage, and is paid for")
                .found();
    }

    private static Draft draft(Thing snapshot, Weight weight, String verdict) {
        List<String> finalizers = snapshot.list("/metadata/finalizers")
                .map(each -> each.asText(""))
                .toList();
        return Draft.of(WORD, weight, Part.SNAPSHOT, verdict)
                .shows(snapshot, "finalizers " + finalizers)
                .since(snapshot, "/metadata/deletionTimestamp");
    }
}
