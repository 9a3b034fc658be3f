package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import java.util.List;

/// Judges a cluster.
public final class ClusterDoctor {
    private static final List<ClusterCheck> ALL = List.of(
            ClusterCheck.of("nodes-ready", NodeChecks::ready, Sort.NODE),
            ClusterCheck.of("versions", NodeChecks::versions, Sort.NODE),
            ClusterCheck.of("drivers-registered", DriverChecks::registered, Sort.DRIVER, Sort.CSI_NODE),
            ClusterCheck.of("drivers-everywhere", DriverChecks::everywhere, Sort.CSI_NODE, Sort.NODE),
            ClusterCheck.of("class-drivers", ClassChecks::drivers, Sort.CLASS, Sort.DRIVER, Sort.CSI_NODE),
            ClusterCheck.of("class-default", ClassChecks::defaults, Sort.CLASS),
            ClusterCheck.of("capacity", CapacityChecks::of, Sort.CAPACITY, Sort.CLASS, Sort.NODE, Sort.DRIVER),
            ClusterCheck.of("leases", LeaseChecks::of, Sort.LEASE),
            ClusterCheck.of("snapshots", SnapshotChecks::of),
            ClusterCheck.of("attachments-orphaned", OrphanChecks::attachments, Sort.ATTACHMENT, Sort.VOLUME, Sort.NODE),
            ClusterCheck.of("volumes-released", OrphanChecks::released, Sort.VOLUME),
            ClusterCheck.of("volumes-failed", OrphanChecks::failed, Sort.VOLUME),
            ClusterCheck.of("claims-lost", OrphanChecks::lost, Sort.CLAIM),
            ClusterCheck.of("deletions-stuck", StuckChecks::deletions),
            ClusterCheck.of("claims-pending", StuckChecks::claims, Sort.CLAIM, Sort.CLASS),
            ClusterCheck.of("pods-stuck", StuckChecks::pods, Sort.POD));

    private ClusterDoctor() {}

    public static List<Check> examine(Picture picture) {
        return ALL.stream().flatMap(check -> check.ask(picture).stream()).toList();
    }
}
