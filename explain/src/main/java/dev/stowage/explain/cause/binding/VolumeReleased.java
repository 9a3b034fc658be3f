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

/// The claim of this volume was deleted, the volume was retained, and no other claim can be bound to it.
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
                        .flatMap(volume -> draft(volume, volumeChain, "no claim can get it")
                                .build());
    }

    /// @param follows the consequence
    static FindingBuilder draft(KubeResource volume, VolumeChain volumeChain, String follows) {
        String former = volume.text("/spec/claimRef/namespace") + "/" + volume.text("/spec/claimRef/name");
        String name = KubectlCommands.quoted(volume.name());
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "volume-released",
                        FindingRank.CAUSE,
                        LinkKind.VOLUME,
                        volume.title() + " still belongs to the claim " + former + ", which was deleted, so " + follows
                                + "; its data is kept.")
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(
                        volume,
                        "status.phase: " + volume.text("/status/phase") + ", persistentVolumeReclaimPolicy: "
                                + volume.text("/spec/persistentVolumeReclaimPolicy"))
                .evidence(
                        volume,
                        "spec.claimRef: " + former + ", uid " + volume.text("/spec/claimRef/uid")
                                + ", which does not exist");
        volumeChain
                .claim()
                .ifPresent(claim -> findingBuilder
                        .evidence(claim, "uid: " + claim.uid())
                        .since(claim, "/metadata/creationTimestamp"));
        return findingBuilder
                .safe("Show the volume and its former claim.", KubectlCommands.yaml(volume))
                .dangerous(
                        "Release it for a claim with the same name, existing or created next.",
                        "kubectl patch pv " + name
                                + " --type=json -p='[{\"op\":\"remove\",\"path\":\"/spec/claimRef/uid\"},"
                                + "{\"op\":\"remove\",\"path\":\"/spec/claimRef/resourceVersion\"}]'",
                        "the owner of that claim can read the data of the former owner.")
                .dangerous(
                        "Release it for any matching claim.",
                        "kubectl patch pv " + name
                                + " --type=json -p='[{\"op\":\"remove\",\"path\":\"/spec/claimRef\"}]'",
                        "the owner of any matching claim can read the data of the former owner.");
    }
}
