package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;

/// A snapshot is to be taken of something that cannot be: no claim, no volume, no driver that could.
public final class TakenFrom implements Situation {
    private static final String WORD = "snapshot-source";

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.snapshot()
                .filter(each ->
                        !each.isDeleting() && !each.text("/status/readyToUse").equals("true"))
                .filter(each ->
                        each.text("/status/boundVolumeSnapshotContentName").isEmpty())
                .filter(each -> !claimName(each).isEmpty())
                .flatMap(each -> judge(each, strand.picture()));
    }

    private static String claimName(Thing snapshot) {
        return snapshot.text("/spec/source/persistentVolumeClaimName");
    }

    private static Optional<Finding> judge(Thing snapshot, Picture picture) {
        Optional<Thing> claim = picture.find(Sort.CLAIM, snapshot.namespace(), claimName(snapshot));
        if (claim.isEmpty()) {
            return picture.sees(Sort.CLAIM) ? noClaim(snapshot, picture) : Optional.empty();
        }
        if (!claim.get().text("/status/phase").equals("Bound")) {
            return unbound(snapshot, claim.get());
        }
        return picture.find(Sort.VOLUME, claim.get().text("/spec/volumeName")).flatMap(volume -> {
            String driver = volume.text("/spec/csi/driver");
            return driver.isEmpty() ? notCsi(snapshot, volume) : SnapshotClasses.finding(snapshot, driver, picture);
        });
    }

    private static Optional<Finding> noClaim(Thing snapshot, Picture picture) {
        List<String> elsewhere = picture.all(Sort.CLAIM).stream()
                .filter(each -> each.name().equals(claimName(snapshot)))
                .map(Thing::namespace)
                .limit(3)
                .toList();
        return draft(
                        snapshot,
                        "%s is to be taken of pvc/%s, which does not exist in namespace %s."
                                .formatted(snapshot.title(), claimName(snapshot), snapshot.namespace()))
                .actor(Actor.USER)
                .shows(snapshot, "source persistentVolumeClaimName " + claimName(snapshot))
                .advice(
                        elsewhere.isEmpty()
                                ? "Name a claim that is there; a snapshot is always in the namespace of its claim."
                                : "There is one in namespace " + String.join(", ", elsewhere)
                                        + ": make the snapshot there.")
                .safe("See which claims there are.", Commands.kubectl(snapshot.namespace()) + " get pvc")
                .found();
    }

    private static Optional<Finding> unbound(Thing snapshot, Thing claim) {
        return draft(
                        snapshot,
                        "%s is to be taken of %s, which has no volume yet.".formatted(snapshot.title(), claim.title()))
                .actor(Actor.USER)
                .shows(claim, "phase " + claim.text("/status/phase"))
                .advice("There is nothing to take a snapshot of. It goes on by itself when the claim is bound.")
                .safe("See why it is not bound.", "stowage explain " + claim.title() + " -n " + claim.namespace())
                .found();
    }

    private static Optional<Finding> notCsi(Thing snapshot, Thing volume) {
        return draft(
                        snapshot,
                        "%s is to be taken of %s, which is no volume of a CSI driver, and only those have snapshots."
                                .formatted(snapshot.title(), volume.title()))
                .actor(Actor.USER)
                .shows(volume, "no spec.csi")
                .advice("Copy the data to a claim of a class whose driver takes snapshots.")
                .found();
    }

    static Draft draft(Thing snapshot, String verdict) {
        return Draft.of(WORD, Weight.CAUSE, Part.SNAPSHOT, verdict).since(snapshot, "/metadata/creationTimestamp");
    }
}
