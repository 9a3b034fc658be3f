package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// The class has volumes that somebody makes by hand, and none of them fits.
final class StaticVolumes implements Situation {
    private static final int MOST_TOLD = 4;

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> wish.volumeName().isEmpty())
                .filter(wish -> wish.provisioner().equals(Wish.NO_PROVISIONER))
                .filter(wish -> wish.fitting().isEmpty())
                .flatMap(StaticVolumes::judge);
    }

    private static Optional<Finding> judge(Wish wish) {
        Thing claim = wish.claim();
        Draft draft = Draft.of(
                        "no-volume-fits",
                        Weight.CAUSE,
                        Part.VOLUME,
                        "Volumes of the class " + wish.className() + " are made by hand, and none that is free fits "
                                + claim.title() + ".")
                .actor(Actor.CLUSTER_ADMIN)
                .since(claim, "/metadata/creationTimestamp");
        wish.strand().storageClass().ifPresent(found -> draft.shows(found, "provisioner: " + Wish.NO_PROVISIONER));
        draft.shows(claim, "asks for " + wish.size());
        tell(wish, draft);
        return draft.safe("Volumes that are there.", "kubectl get pv")
                .advice("Make a volume of this class and size, or free one that is no longer needed.")
                .found();
    }

    /// Why those that are free do not do.
    static void tell(Wish wish, Draft draft) {
        wish.free()
                .limit(MOST_TOLD)
                .forEach(volume -> wish.mismatch(volume).ifPresent(why -> draft.shows(volume, "is free, yet " + why)));
    }
}
