package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
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
import java.util.Optional;

/// A snapshot without what is in the storage.
public final class ContentMissing implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.snapshot()
                .filter(each -> !each.isDeleting() && strand.picture().sees(Sort.SNAPSHOT_CONTENT))
                .flatMap(each -> judge(each, strand));
    }

    private static Optional<Finding> judge(Thing snapshot, Strand strand) {
        String bound = snapshot.text("/status/boundVolumeSnapshotContentName");
        String named = snapshot.text("/spec/source/volumeSnapshotContentName");
        String name = bound.isEmpty() ? named : bound;
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<Thing> content = strand.picture().find(Sort.SNAPSHOT_CONTENT, name);
        if (content.isEmpty()) {
            return missing(snapshot, name, !bound.isEmpty(), strand);
        }
        return isOf(content.get(), snapshot) ? Optional.empty() : other(snapshot, content.get());
    }

    private static boolean isOf(Thing content, Thing snapshot) {
        String uid = content.text("/spec/volumeSnapshotRef/uid");
        return content.text("/spec/volumeSnapshotRef/name").equals(snapshot.name())
                && content.text("/spec/volumeSnapshotRef/namespace").equals(snapshot.namespace())
                && (uid.isEmpty() || uid.equals(snapshot.uid()));
    }

    private static Optional<Finding> missing(Thing snapshot, String name, boolean had, Strand strand) {
        Draft draft = Draft.of(
                        "snapshot-content-missing",
                        Weight.CAUSE,
                        Part.SNAPSHOT,
                        had
                                ? "%s has lost its vsc/%s: somebody deleted it, and nothing can be restored through this snapshot."
                                        .formatted(snapshot.title(), name)
                                : "%s names vsc/%s, which does not exist.".formatted(snapshot.title(), name))
                .actor(had ? Actor.STORAGE_ADMIN : Actor.USER)
                .shows(snapshot, (had ? "boundVolumeSnapshotContentName " : "source volumeSnapshotContentName ") + name)
                .since(snapshot, "/status/error/time");
        Heard.about(snapshot, strand)
                .filter(each -> each.isBecause("SnapshotContentMissing"))
                .findFirst()
                .ifPresent(draft::told);
        return draft.advice("If the snapshot is still in the storage, make a VolumeSnapshotContent with its"
                        + " snapshotHandle and a new VolumeSnapshot that names it.")
                .safe("See which contents there are.", "kubectl get volumesnapshotcontents")
                .found();
    }

    private static Optional<Finding> other(Thing snapshot, Thing content) {
        return Draft.of(
                        "snapshot-content-of-another",
                        Weight.CAUSE,
                        Part.SNAPSHOT,
                        "%s names %s, which belongs to another snapshot, %s/%s."
                                .formatted(
                                        snapshot.title(),
                                        content.title(),
                                        content.text("/spec/volumeSnapshotRef/namespace"),
                                        content.text("/spec/volumeSnapshotRef/name")))
                .actor(Actor.USER)
                .shows(content, "volumeSnapshotRef " + content.json().at("/spec/volumeSnapshotRef"))
                .advice("A content belongs to one snapshot for ever. Make another content with the same snapshotHandle"
                        + " and the policy Retain for this one.")
                .safe("See it.", Commands.yaml(content))
                .found();
    }
}
