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

/// The claim had a volume, and the volume's object was removed behind its back.
final class VolumeLost implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.claim()
                .filter(claim -> strand.picture().sees(Sort.VOLUME))
                .filter(claim -> claim.text("/status/phase").equals("Lost")
                        || (claim.text("/status/phase").equals("Bound")
                                && strand.volume().isEmpty()))
                .flatMap(claim -> strand.volume()
                        .map(volume -> misbound(strand, claim, volume))
                        .orElseGet(() -> lost(strand, claim)));
    }

    private static Optional<Finding> lost(Strand strand, Thing claim) {
        String name = claim.text("/spec/volumeName");
        Draft draft = draft(
                strand,
                claim,
                "volume-lost",
                claim.title() + " was bound to pv/" + name
                        + ", and that object is gone; the disk behind it may still be" + " there.");
        return draft.shows(claim, "spec.volumeName: " + name + ", which does not exist")
                .advice("First ask the driver's storage for a disk named after the volume, and make a backup of it.")
                .advice("If the disk is there: make a PersistentVolume of the name " + name
                        + " with the disk's own id as spec.csi.volumeHandle, persistentVolumeReclaimPolicy Retain and a"
                        + " claimRef to this claim with its uid " + claim.uid() + "; the claim is then Bound again.")
                .safe("What the claim was.", Commands.yaml(claim))
                .dangerous(
                        "If the data is not needed: delete the claim and make it anew.",
                        Commands.delete(claim),
                        "nothing then points to the old disk any more.")
                .found();
    }

    private static Optional<Finding> misbound(Strand strand, Thing claim, Thing volume) {
        String other = volume.text("/spec/claimRef/namespace") + "/" + volume.text("/spec/claimRef/name");
        return draft(
                        strand,
                        claim,
                        "volume-misbound",
                        claim.title() + " says that it has " + volume.title() + ", which belongs to the claim " + other
                                + ".")
                .shows(volume, "spec.claimRef: " + other + ", uid " + volume.text("/spec/claimRef/uid"))
                .shows(claim, "uid: " + claim.uid())
                .advice("Two claims name one volume; this one must be made anew without spec.volumeName.")
                .safe("Both sides.", Commands.yaml(volume))
                .found();
    }

    private static Draft draft(Strand strand, Thing claim, String situation, String verdict) {
        Draft draft = Draft.of(situation, Weight.CAUSE, Part.VOLUME, verdict)
                .actor(Actor.CLUSTER_ADMIN)
                .shows(claim, "status.phase: " + claim.text("/status/phase"));
        Heard.about(claim, strand)
                .filter(heard -> heard.isBecause("ClaimLost") || heard.isBecause("ClaimMisbound"))
                .findFirst()
                .ifPresent(heard -> draft.told(heard).since(heard.told().last()));
        return draft;
    }
}
