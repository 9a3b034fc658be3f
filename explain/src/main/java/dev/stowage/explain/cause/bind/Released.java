package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// The claim of this volume is gone, the volume was kept, and no other claim gets it by itself.
final class Released implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.claim().isPresent()
                ? Optional.empty()
                : strand.volume()
                        .filter(volume -> volume.text("/status/phase").equals("Released") && !volume.isDeleting())
                        .filter(volume -> !volume.text("/spec/persistentVolumeReclaimPolicy")
                                .equals("Delete"))
                        .flatMap(volume ->
                                draft(volume, strand, "no claim gets it").found());
    }

    /// @param follows what comes of it
    static Draft draft(Thing volume, Strand strand, String follows) {
        String former = volume.text("/spec/claimRef/namespace") + "/" + volume.text("/spec/claimRef/name");
        String name = Commands.quoted(volume.name());
        Draft draft = Draft.of(
                        "volume-released",
                        Weight.CAUSE,
                        Part.VOLUME,
                        volume.title() + " still belongs to the claim " + former + " that was deleted, so that "
                                + follows + "; its data is kept.")
                .actor(Actor.CLUSTER_ADMIN)
                .shows(
                        volume,
                        "status.phase: " + volume.text("/status/phase") + ", persistentVolumeReclaimPolicy: "
                                + volume.text("/spec/persistentVolumeReclaimPolicy"))
                .shows(
                        volume,
                        "spec.claimRef: " + former + ", uid " + volume.text("/spec/claimRef/uid")
                                + ", of which there is no claim");
        strand.claim()
                .ifPresent(
                        claim -> draft.shows(claim, "uid: " + claim.uid()).since(claim, "/metadata/creationTimestamp"));
        return draft.safe("What is in it, and whose it was.", Commands.yaml(volume))
                .dangerous(
                        "Give it to the claim of the same name that is made next (or is there).",
                        "kubectl patch pv " + name
                                + " --type=json -p='[{\"op\":\"remove\",\"path\":\"/spec/claimRef/uid\"},"
                                + "{\"op\":\"remove\",\"path\":\"/spec/claimRef/resourceVersion\"}]'",
                        "whoever makes a claim of that name in that namespace reads the former owner's data.")
                .dangerous(
                        "Give it to any claim that fits.",
                        "kubectl patch pv " + name
                                + " --type=json -p='[{\"op\":\"remove\",\"path\":\"/spec/claimRef\"}]'",
                        "a claim of anybody may take it, with the former owner's data.");
    }
}
