package dev.stowage.explain.cause.bind;

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

/// The claim wants one volume and no other, and that one is not for it.
final class VolumeTaken implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> !wish.volumeName().isEmpty())
                .flatMap(wish ->
                        strand.volume().map(volume -> judge(wish, volume)).orElseGet(() -> missing(wish)));
    }

    private static Optional<Finding> judge(Wish wish, Thing volume) {
        String holder = volume.text("/spec/claimRef/name");
        if (holder.isEmpty()) {
            return wish.mismatch(volume).flatMap(why -> unfit(wish, volume, why));
        }
        String namespace = volume.text("/spec/claimRef/namespace");
        boolean same = holder.equals(wish.claim().name())
                && namespace.equals(wish.claim().namespace());
        String uid = volume.text("/spec/claimRef/uid");
        if (same && (uid.isEmpty() || uid.equals(wish.claim().uid()))) {
            return Optional.empty();
        }
        Optional<Thing> other = wish.strand()
                .picture()
                .find(Sort.CLAIM, namespace, holder)
                .filter(claim -> claim.uid().equals(uid));
        return other.isPresent()
                ? taken(wish, volume, other.get())
                : Released.draft(volume, wish.strand(), wish.claim().title() + " does not get it")
                        .found();
    }

    private static Optional<Finding> taken(Wish wish, Thing volume, Thing other) {
        return draft(
                        wish,
                        "volume-taken",
                        wish.claim().title() + " wants " + volume.title() + ", which belongs to " + other.title()
                                + " in namespace " + other.namespace() + ".")
                .shows(volume, "spec.claimRef: " + other.namespace() + "/" + other.name() + ", uid " + other.uid())
                .shows(other, "status.phase: " + other.text("/status/phase"))
                .advice("Choose another volume, or leave spec.volumeName out and have one made.")
                .safe("Volumes and who has them.", "kubectl get pv")
                .found();
    }

    private static Optional<Finding> unfit(Wish wish, Thing volume, String why) {
        return draft(
                        wish,
                        "volume-unfit",
                        wish.claim().title() + " wants " + volume.title() + " and cannot have it: " + why + ".")
                .shows(volume, why)
                .advice("Make the claim anew so that it asks for what the volume is.")
                .safe("The volume.", Commands.yaml(volume))
                .found();
    }

    private static Optional<Finding> missing(Wish wish) {
        if (!wish.strand().picture().sees(Sort.VOLUME)) {
            return Optional.empty();
        }
        return draft(
                        wish,
                        "named-volume-missing",
                        wish.claim().title() + " wants pv/" + wish.volumeName() + ", which does not exist.")
                .advice("Make that volume, or make the claim anew without spec.volumeName.")
                .safe("Volumes that are there.", "kubectl get pv")
                .found();
    }

    private static Draft draft(Wish wish, String situation, String verdict) {
        Draft draft = Draft.of(situation, Weight.CAUSE, Part.VOLUME, verdict)
                .actor(Actor.USER)
                .shows(wish.claim(), "spec.volumeName: " + wish.volumeName())
                .since(wish.claim(), "/metadata/creationTimestamp");
        Heard.about(wish.claim(), wish.strand())
                .filter(heard -> heard.isBecause("FailedBinding") || heard.isBecause("VolumeMismatch"))
                .findFirst()
                .ifPresent(draft::told);
        return draft;
    }
}
