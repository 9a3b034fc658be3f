package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Nodes;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// A node has a volume mounted for a pod that is gone.
///
/// Kubelets tell it in their logs only, so it is known by what it leaves behind: the node still reports the volume as
/// in use, and no pod there uses it.
public final class LeftMount implements Situation {
    private static final String WORD = "mount-left";
    private static final Duration USUAL = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Override
    public Optional<Finding> in(Strand strand) {
        Optional<Finding> told =
                Heard.all(strand).filter(Wordings.LEFT::in).findFirst().flatMap(LeftMount::told);
        return told.isPresent() || !strand.picture().sees(Sort.POD)
                ? told
                : strand.claim().flatMap(claim -> strand.volume().flatMap(volume -> shown(claim, volume, strand)));
    }

    private static Optional<Finding> shown(Thing claim, Thing volume, Strand strand) {
        return strand.picture().all(Sort.NODE).stream()
                .filter(node -> Nodes.isReady(node) && Nodes.uses(node, volume))
                .filter(node -> Uses.of(claim, strand.picture()).stream()
                        .noneMatch(pod -> Uses.node(pod).equals(node.name())))
                .findFirst()
                .flatMap(node -> left(node, volume, strand));
    }

    private static Optional<Finding> left(Thing node, Thing volume, Strand strand) {
        boolean lasts = strand.pod()
                .filter(Uses::isStarting)
                .or(strand::claim)
                .filter(each -> each.sort() == Sort.POD || each.isDeleting())
                .flatMap(each -> each.time("/status/startTime").or(() -> each.time("/metadata/deletionTimestamp")))
                .map(from -> strand.since(from).compareTo(LONG) > 0)
                .orElse(false);
        Draft draft = Draft.of(
                        WORD,
                        lasts ? Weight.CAUSE : Weight.WAITING,
                        Part.MOUNT,
                        "Node %s still has %s mounted, and no pod there uses it."
                                .formatted(node.name(), volume.title()))
                .actor(lasts ? Actor.CLUSTER_ADMIN : Actor.NOBODY)
                .shows(node, "status.volumesInUse has " + Nodes.uniqueName(volume))
                .usual(USUAL);
        return (lasts ? checks(draft, volume.name()) : draft).found();
    }

    private static Optional<Finding> told(Heard told) {
        Draft draft = Draft.of(
                        WORD,
                        Weight.TOLD,
                        Part.MOUNT,
                        "A pod that is gone has left a mounted volume or its folder at a node, as is told about %s."
                                .formatted(told.about().title()))
                .actor(Actor.CLUSTER_ADMIN)
                .told(told)
                .since(told.told().last());
        return checks(draft, "/pods/").found();
    }

    static Draft checks(Draft draft, String path) {
        return draft.advice("Usually the driver was removed before the pods that used it, or vol_data.json in the"
                        + " volume's folder is lost: put the driver back, and the kubelet finishes by itself.")
                .safe("On the node: see what is still mounted.", "findmnt -l | grep " + Commands.quoted(path))
                .safe("On the node: let the mounts and folders be checked.", "stowage doctor")
                .dangerous(
                        "On the node: unmount what is left, then remove the empty folder with rmdir.",
                        "umount <path> && rmdir <path>",
                        "never rm -r: while anything is mounted below, it deletes the data of the volume itself");
    }
}
