package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import java.util.List;

/// Checks a cluster.
public final class ClusterDoctor {
    private static final List<ClusterCheck> ALL = List.of(
            ClusterCheck.of("nodes-ready", NodeChecks::ready, ResourceKind.NODE),
            ClusterCheck.of("versions", NodeChecks::versions, ResourceKind.NODE),
            ClusterCheck.of("drivers-registered", DriverChecks::registered, ResourceKind.DRIVER, ResourceKind.CSI_NODE),
            ClusterCheck.of("drivers-everywhere", DriverChecks::everywhere, ResourceKind.CSI_NODE, ResourceKind.NODE),
            ClusterCheck.of(
                    "class-drivers",
                    StorageClassChecks::drivers,
                    ResourceKind.CLASS,
                    ResourceKind.DRIVER,
                    ResourceKind.CSI_NODE),
            ClusterCheck.of("class-default", StorageClassChecks::defaults, ResourceKind.CLASS),
            ClusterCheck.of(
                    "capacity",
                    CapacityChecks::of,
                    ResourceKind.CAPACITY,
                    ResourceKind.CLASS,
                    ResourceKind.NODE,
                    ResourceKind.DRIVER),
            ClusterCheck.of("leases", LeaseChecks::of, ResourceKind.LEASE),
            ClusterCheck.of("snapshots", SnapshotChecks::of),
            ClusterCheck.of(
                    "attachments-orphaned",
                    OrphanedObjectChecks::attachments,
                    ResourceKind.ATTACHMENT,
                    ResourceKind.VOLUME,
                    ResourceKind.NODE),
            ClusterCheck.of("volumes-released", OrphanedObjectChecks::released, ResourceKind.VOLUME),
            ClusterCheck.of("volumes-failed", OrphanedObjectChecks::failed, ResourceKind.VOLUME),
            ClusterCheck.of("claims-lost", OrphanedObjectChecks::lost, ResourceKind.CLAIM),
            ClusterCheck.of("deletions-stuck", StuckObjectChecks::deletions),
            ClusterCheck.of("claims-pending", StuckObjectChecks::claims, ResourceKind.CLAIM, ResourceKind.CLASS),
            ClusterCheck.of("pods-stuck", StuckObjectChecks::pods, ResourceKind.POD));

    private ClusterDoctor() {}

    public static List<CheckResult> examine(ClusterState clusterState) {
        return ALL.stream().flatMap(check -> check.ask(clusterState).stream()).toList();
    }
}
