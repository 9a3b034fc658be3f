package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import dev.stowage.flags.SpellingSuggestion;
import java.util.List;
import java.util.Optional;

/// The claim names a class that does not exist: mistyped, deleted, or not on this cluster.
final class ClassMissing implements Situation {
    private static final int MOST_TOLD = 8;

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> !wish.className().isEmpty() && wish.volumeName().isEmpty())
                .filter(wish -> strand.picture().sees(Sort.CLASS)
                        && strand.storageClass().isEmpty())
                // A name that volumes made by hand share needs no object behind it.
                .filter(wish -> wish.fitting().isEmpty())
                .flatMap(ClassMissing::judge);
    }

    private static Optional<Finding> judge(Wish wish) {
        Thing claim = wish.claim();
        List<String> names = wish.strand().picture().all(Sort.CLASS).stream()
                .map(Thing::name)
                .sorted()
                .toList();
        Optional<String> near = SpellingSuggestion.nearest(wish.className(), names);
        Draft draft = Draft.of(
                        "storage-class-missing",
                        Weight.CAUSE,
                        Part.CLASS,
                        claim.title() + " asks for the storage class " + wish.className() + ", which does not exist"
                                + near.map(name -> "; did it mean " + name + "?")
                                        .orElse("."))
                .actor(Actor.USER)
                .shows(claim, "spec.storageClassName: " + wish.className())
                .since(claim, "/metadata/creationTimestamp");
        draft.shows(
                claim,
                names.isEmpty()
                        ? "the cluster has no storage class"
                        : "classes that exist: "
                                + String.join(
                                        ", ", names.stream().limit(MOST_TOLD).toList()));
        FailedAttempt.latest(wish).ifPresent(draft::told);
        return draft.safe("See which classes there are.", "kubectl get storageclass")
                .safe(
                        "A claim's class cannot be changed: delete it, and make it anew with the right name. It has no data yet.",
                        Commands.delete(claim))
                .advice("Or make a class of that name: the claim then goes on by itself.")
                .found();
    }
}
