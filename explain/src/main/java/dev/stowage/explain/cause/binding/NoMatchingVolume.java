package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Optional;

/// The class has volumes that somebody makes by hand, and none of them fits.
final class NoMatchingVolume implements Cause {
    private static final int MOST_TOLD = 4;

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> pendingClaim.volumeName().isEmpty())
                .filter(pendingClaim -> pendingClaim.provisioner().equals(PendingClaim.NO_PROVISIONER))
                .filter(pendingClaim -> pendingClaim.fitting().isEmpty())
                .flatMap(NoMatchingVolume::judge);
    }

    private static Optional<Finding> judge(PendingClaim pendingClaim) {
        KubeResource claim = pendingClaim.claim();
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "no-volume-fits",
                        FindingRank.CAUSE,
                        LinkKind.VOLUME,
                        "Volumes of the class " + pendingClaim.className()
                                + " are made by hand, and none that is free fits " + claim.title() + ".")
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .since(claim, "/metadata/creationTimestamp");
        pendingClaim
                .chain()
                .storageClass()
                .ifPresent(found -> findingBuilder.evidence(found, "provisioner: " + PendingClaim.NO_PROVISIONER));
        findingBuilder.evidence(claim, "asks for " + pendingClaim.size());
        addVolumeEvidence(pendingClaim, findingBuilder);
        return findingBuilder
                .safe("Volumes that are there.", "kubectl get pv")
                .advice("Make a volume of this class and size, or free one that is no longer needed.")
                .build();
    }

    /// Why those that are free do not do.
    static void addVolumeEvidence(PendingClaim pendingClaim, FindingBuilder findingBuilder) {
        pendingClaim
                .free()
                .limit(MOST_TOLD)
                .forEach(volume -> pendingClaim
                        .mismatch(volume)
                        .ifPresent(why -> findingBuilder.evidence(volume, "is free, yet " + why)));
    }
}
