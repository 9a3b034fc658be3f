package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Optional;

/// The claim of this volume is gone, the volume was kept, and no other claim gets it by itself.
final class VolumeReleased implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain.claim().isPresent()
                ? Optional.empty()
                : volumeChain
                        .volume()
                        .filter(volume -> volume.text("/status/phase").equals("Released") && !volume.isDeleting())
                        .filter(volume -> !volume.text("/spec/persistentVolumeReclaimPolicy")
                                .equals("Delete"))
                        .flatMap(volume ->
                                draft(volume, volumeChain, "no claim gets it").build());
    }

    /// @param follows what comes of it
    static FindingBuilder draft(KubeResource volume, VolumeChain volumeChain, String follows) {
        String former = volume.text("/spec/claimRef/namespace") + "/" + volume.text("/spec/claimRef/name");
        String name = KubectlCommands.quoted(volume.name());
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "volume-released",
                        FindingRank.CAUSE,
                        LinkKind.VOLUME,
                        volume.title() + " still belongs to the claim " + former + " that was deleted, so that "
                                + follows + "; its data is kept.")
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(
                        volume,
                        "status.phase: " + volume.text("/status/phase") + ", persistentVolumeReclaimPolicy: "
                                + volume.text("/spec/persistentVolumeReclaimPolicy"))
                .evidence(
                        volume,
                        "spec.claimRef: " + former + ", uid " + volume.text("/spec/claimRef/uid")
                                + ", of which there is no claim");
        volumeChain
                .claim()
                .ifPresent(claim -> findingBuilder
                        .evidence(claim, "uid: " + claim.uid())
                        .since(claim, "/metadata/creationTimestamp"));
        return findingBuilder
                .safe("What is in it, and whose it was.", KubectlCommands.yaml(volume))
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
