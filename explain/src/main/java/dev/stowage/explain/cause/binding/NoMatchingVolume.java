package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.StorageClassKeys;
import java.util.Optional;

/// Volumes of the class are created by hand, and none of them matches.
final class NoMatchingVolume implements Cause {
    private static final int MOST_TOLD = 4;

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> pendingClaim.volumeName().isEmpty())
                .filter(pendingClaim -> pendingClaim.provisioner().equals(StorageClassKeys.NO_PROVISIONER))
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
                                + " are created by hand, and no available volume matches " + claim.title() + ".")
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .since(claim, "/metadata/creationTimestamp");
        pendingClaim
                .chain()
                .storageClass()
                .ifPresent(found -> findingBuilder.evidence(found, "provisioner: " + StorageClassKeys.NO_PROVISIONER));
        findingBuilder.evidence(claim, "requests " + pendingClaim.size());
        addVolumeEvidence(pendingClaim, findingBuilder);
        return findingBuilder
                .safe("List the volumes.", "kubectl get pv")
                .advice("Create a volume with this class and size, or release one that is no longer needed.")
                .build();
    }

    /// Why the available volumes do not match.
    static void addVolumeEvidence(PendingClaim pendingClaim, FindingBuilder findingBuilder) {
        pendingClaim
                .free()
                .limit(MOST_TOLD)
                .forEach(volume -> pendingClaim
                        .mismatch(volume)
                        .ifPresent(why -> findingBuilder.evidence(volume, "is available, but " + why)));
    }
}
