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
import java.time.Duration;
import java.util.Optional;

/// Snapshots are requested, but no controller takes them.
final class SnapshotControllerMissing implements Cause {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final String INSTALL = "Snapshots are not part of Kubernetes itself: install the CRDs and the"
            + " snapshot-controller of kubernetes-csi/external-snapshotter, or run `stowage snapshot-controller`.";

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .snapshot()
                .filter(each -> !each.isDeleting())
                .filter(each -> !each.text("/status/readyToUse").equals("true"))
                .filter(each -> each.text("/status/error/message").isEmpty())
                .flatMap(each -> judge(each, volumeChain));
    }

    private static Optional<Finding> judge(KubeResource snapshot, VolumeChain volumeChain) {
        boolean touched =
                snapshot.json().at("/status/boundVolumeSnapshotContentName").isTextual()
                        || snapshot.list("/metadata/finalizers").findAny().isPresent()
                        || !volumeChain.clusterState().events(snapshot).isEmpty();
        if (!touched) {
            return isYoung(snapshot, volumeChain) ? Optional.empty() : noController(snapshot);
        }
        return volumeChain
                .content()
                .filter(each -> each.text("/status/error/message").isEmpty())
                .filter(each -> each.json().path("status").isMissingNode()
                        || each.json().path("status").isEmpty())
                .filter(each -> each.json().at("/metadata/annotations").isMissingNode()
                        || each.annotation(SnapshotNotReady.MARK).isEmpty())
                .filter(each -> !isYoung(each, volumeChain))
                .flatMap(each -> noSidecar(snapshot, each));
    }

    private static boolean isYoung(KubeResource kubeResource, VolumeChain volumeChain) {
        return kubeResource
                .time("/metadata/creationTimestamp")
                .map(born -> volumeChain.since(born).compareTo(PATIENCE) < 0)
                .orElse(false);
    }

    private static Optional<Finding> noController(KubeResource snapshot) {
        return FindingBuilder.of(
                        "snapshot-controller-missing",
                        FindingRank.CAUSE,
                        LinkKind.SNAPSHOT,
                        "%s is not processed: the snapshot controller of the cluster is not working."
                                .formatted(snapshot.title()))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(snapshot, "no status, no finalizer, no events")
                .since(snapshot, "/metadata/creationTimestamp")
                .usual(USUAL)
                .advice(INSTALL)
                .safe("Check whether it runs.", "kubectl get pods -A")
                .build();
    }

    private static Optional<Finding> noSidecar(KubeResource snapshot, KubeResource content) {
        String driver = content.text("/spec/driver");
        return FindingBuilder.of(
                        "snapshotter-missing",
                        FindingRank.CAUSE,
                        LinkKind.SNAPSHOT,
                        "Snapshots of driver %s are not taken: no snapshotter has accepted %s of %s."
                                .formatted(driver, content.title(), snapshot.title()))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(content, "no status, for driver " + driver)
                .since(content, "/metadata/creationTimestamp")
                .usual(USUAL)
                .safe("Check whether the csi-snapshotter of the driver's controller runs.", "kubectl get pods -A")
                .safe("Check whether the class has the right driver.", KubectlCommands.yaml(content))
                .build();
    }

    /// The server does not have this kind.
    static boolean isUnknown(ClusterState clusterState, ResourceKind resourceKind) {
        return clusterState.notListed().getOrDefault(resourceKind, "").contains("has no ");
    }

    static Optional<Finding> unknown(KubeResource claim) {
        return FindingBuilder.of(
                        "snapshots-not-installed",
                        FindingRank.CAUSE,
                        LinkKind.SNAPSHOT,
                        "%s is restored from a snapshot, but this cluster does not support snapshots."
                                .formatted(claim.title()))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(claim, "dataSource " + claim.json().at("/spec/dataSource"))
                .since(claim, "/metadata/creationTimestamp")
                .advice(INSTALL)
                .safe("List the CRDs.", "kubectl get crds")
                .build();
    }
}
