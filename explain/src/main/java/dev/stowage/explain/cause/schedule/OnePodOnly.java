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
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// The claim is for one pod at a time, and another has it.
final class OnePodOnly implements Situation {
    private static final String MODE = "ReadWriteOncePod";

    @Override
    public Optional<Finding> in(Strand strand) {
        return Unplaced.in(strand)
                .flatMap(pod -> strand.claim()
                        .filter(claim -> claim.list("/spec/accessModes")
                                .anyMatch(each -> each.asText().equals(MODE)))
                        .flatMap(claim -> holder(pod, claim).flatMap(other -> judge(pod, claim, other))));
    }

    private static Optional<Thing> holder(Unplaced pod, Thing claim) {
        return Uses.of(claim, pod.strand().picture()).stream()
                .filter(other -> !other.uid().equals(pod.pod().uid()))
                .filter(other -> !Uses.node(other).isEmpty() && !Uses.isOver(other))
                .findFirst();
    }

    private static Optional<Finding> judge(Unplaced pod, Thing claim, Thing other) {
        Draft draft = Draft.of(
                        "one-pod-only",
                        Weight.CAUSE,
                        Part.CLAIM,
                        claim.title() + " is for one pod at a time (" + MODE + "), and " + other.title() + " on node "
                                + Uses.node(other) + " has it.")
                .actor(Actor.USER)
                .shows(claim, "spec.accessModes: " + MODE)
                .shows(
                        other,
                        "spec.nodeName: " + Uses.node(other) + ", status.phase: " + Uses.phase(other)
                                + (other.isDeleting() ? ", being deleted" : ""));
        return pod.tell(draft)
                .advice(
                        other.isDeleting()
                                ? "The other pod is on its way out: this one follows by itself."
                                : "End the other pod, or make the claim anew with ReadWriteOnce if pods of one node may share it.")
                .safe("The pod that has it.", Commands.describe(other))
                .found();
    }
}
