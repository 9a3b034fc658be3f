package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.PodVolumes;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The pod's claim is there and not for this pod: on its way out, or somebody else's.
final class ClaimUnusable implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return Unplaced.in(strand)
                .flatMap(pod -> strand.claim()
                        .flatMap(claim -> claim.isDeleting() ? deleting(pod, claim) : foreign(pod, claim)));
    }

    private static Optional<Finding> deleting(Unplaced pod, Thing claim) {
        List<Thing> holders = Uses.of(claim, pod.strand().picture()).stream()
                .filter(other -> !other.uid().equals(pod.pod().uid()) && !Uses.isOver(other))
                .toList();
        String names = holders.stream().map(Thing::title).collect(Collectors.joining(", "));
        Draft draft = Draft.of(
                        "claim-being-deleted",
                        Weight.CAUSE,
                        Part.CLAIM,
                        claim.title() + " is being deleted, so that "
                                + pod.pod().title() + " cannot use it"
                                + (names.isEmpty() ? "." : "; it goes when " + names + " ended."))
                .actor(Actor.USER)
                .shows(claim, "metadata.deletionTimestamp: " + claim.text("/metadata/deletionTimestamp"));
        holders.forEach(holder -> draft.shows(holder, "uses it still"));
        pod.tell(draft);
        claim.time("/metadata/deletionTimestamp").ifPresent(draft::since);
        return draft.advice("A deletion cannot be taken back. Let the claim go, make it anew, and the pod goes on.")
                .advice(
                        "To keep the data, set the volume's persistentVolumeReclaimPolicy to Retain before the claim goes.")
                .safe("Its volume.", "kubectl get pv " + Commands.quoted(claim.text("/spec/volumeName")))
                .found();
    }

    /// A claim that happens to have the name that a volume of the pod would get.
    private static Optional<Finding> foreign(Unplaced pod, Thing claim) {
        boolean ephemeral = PodVolumes.named(pod.pod(), pod.strand().inPod())
                .filter(PodVolumes.PodVolume::ephemeral)
                .isPresent();
        boolean own = claim.list("/metadata/ownerReferences")
                .anyMatch(owner -> owner.path("uid").asText("").equals(pod.pod().uid()));
        if (!ephemeral || own) {
            return Optional.empty();
        }
        Draft draft = Draft.of(
                        "ephemeral-claim-foreign",
                        Weight.CAUSE,
                        Part.CLAIM,
                        claim.title() + " has the name that a volume of "
                                + pod.pod().title() + " needs, and was not made for that pod.")
                .actor(Actor.USER)
                .shows(claim, "metadata.ownerReferences do not name the pod");
        return pod.tell(draft)
                .advice("Rename the pod or its volume; or, if the claim is a leftover, delete it.")
                .dangerous("If nobody needs the claim.", Commands.delete(claim), "its data is deleted with it.")
                .found();
    }
}
