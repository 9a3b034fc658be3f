package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;
import java.util.Optional;

/// The source of a snapshot is invalid: there is no claim, no volume, or no driver that supports snapshots.
final class InvalidSnapshotSource implements Cause {
    private static final String WORD = "snapshot-source";

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .snapshot()
                .filter(each ->
                        !each.isDeleting() && !each.text("/status/readyToUse").equals("true"))
                .filter(each ->
                        each.text("/status/boundVolumeSnapshotContentName").isEmpty())
                .filter(each -> !claimName(each).isEmpty())
                .flatMap(each -> judge(each, volumeChain.clusterState()));
    }

    private static String claimName(KubeResource snapshot) {
        return snapshot.text("/spec/source/persistentVolumeClaimName");
    }

    private static Optional<Finding> judge(KubeResource snapshot, ClusterState clusterState) {
        Optional<KubeResource> claim = clusterState.find(ResourceKind.CLAIM, snapshot.namespace(), claimName(snapshot));
        if (claim.isEmpty()) {
            return clusterState.isListed(ResourceKind.CLAIM) ? noClaim(snapshot, clusterState) : Optional.empty();
        }
        if (!claim.get().text("/status/phase").equals("Bound")) {
            return unbound(snapshot, claim.get());
        }
        return clusterState
                .find(ResourceKind.VOLUME, claim.get().text("/spec/volumeName"))
                .flatMap(volume -> {
                    String driver = volume.text("/spec/csi/driver");
                    return driver.isEmpty()
                            ? notCsi(snapshot, volume)
                            : SnapshotClassNotFound.finding(snapshot, driver, clusterState);
                });
    }

    private static Optional<Finding> noClaim(KubeResource snapshot, ClusterState clusterState) {
        List<String> elsewhere = clusterState.all(ResourceKind.CLAIM).stream()
                .filter(each -> each.name().equals(claimName(snapshot)))
                .map(KubeResource::namespace)
                .limit(3)
                .toList();
        return draft(
                        snapshot,
                        "The source of %s is pvc/%s, which does not exist in namespace %s."
                                .formatted(snapshot.title(), claimName(snapshot), snapshot.namespace()))
                .actor(ResponsibleParty.USER)
                .evidence(snapshot, "source persistentVolumeClaimName " + claimName(snapshot))
                .advice(
                        elsewhere.isEmpty()
                                ? "Use an existing claim; a snapshot is always in the namespace of its claim."
                                : "It exists in namespace " + String.join(", ", elsewhere)
                                        + ": create the snapshot there.")
                .safe("List the claims.", KubectlCommands.kubectl(snapshot.namespace()) + " get pvc")
                .build();
    }

    private static Optional<Finding> unbound(KubeResource snapshot, KubeResource claim) {
        return draft(
                        snapshot,
                        "The source of %s is %s, which is not bound yet.".formatted(snapshot.title(), claim.title()))
                .actor(ResponsibleParty.USER)
                .evidence(claim, "phase " + claim.text("/status/phase"))
                .advice("The snapshot is taken automatically when the claim is bound.")
                .safe("Check why it is not bound.", "stowage explain " + claim.title() + " -n " + claim.namespace())
                .build();
    }

    private static Optional<Finding> notCsi(KubeResource snapshot, KubeResource volume) {
        return draft(
                        snapshot,
                        "The source of %s is %s, which is not a CSI volume; only CSI volumes support snapshots."
                                .formatted(snapshot.title(), volume.title()))
                .actor(ResponsibleParty.USER)
                .evidence(volume, "no spec.csi")
                .advice("Copy the data to a claim of a class whose driver supports snapshots.")
                .build();
    }

    static FindingBuilder draft(KubeResource snapshot, String verdict) {
        return FindingBuilder.of(WORD, FindingRank.CAUSE, LinkKind.SNAPSHOT, verdict)
                .since(snapshot, "/metadata/creationTimestamp");
    }
}
