package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Snapshots are not part of Kubernetes itself: the CRDs, a controller and classes must all be installed.
final class SnapshotChecks {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private SnapshotChecks() {}

    static List<CheckResult> of(ClusterState clusterState) {
        if (!clusterState.isListed(ResourceKind.SNAPSHOT)) {
            return List.of(CheckResult.note(
                    "snapshots",
                    "Snapshots are not available: " + clusterState.notListed().get(ResourceKind.SNAPSHOT) + ".",
                    "Install the snapshot CRDs and the snapshot controller, if you need snapshots."));
        }
        List<CheckResult> checks = new ArrayList<>();
        untouched(clusterState, checks);
        contents(clusterState, checks);
        classes(clusterState, checks);
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "snapshots",
                    NameSummary.count(clusterState.all(ResourceKind.SNAPSHOT).size(), "snapshot")
                            + ", no problems found."));
        }
        return checks;
    }

    /// The controller first sets a finalizer or an error; without either, no controller is running.
    private static void untouched(ClusterState clusterState, List<CheckResult> checks) {
        List<String> names = clusterState.all(ResourceKind.SNAPSHOT).stream()
                .filter(snapshot -> !snapshot.json().has("status"))
                .filter(snapshot ->
                        snapshot.list("/metadata/finalizers").findAny().isEmpty())
                .filter(snapshot -> snapshot.time("/metadata/creationTimestamp")
                        .filter(made ->
                                Duration.between(made, clusterState.taken()).compareTo(PATIENCE) > 0)
                        .isPresent())
                .map(snapshot -> snapshot.namespace() + "/" + snapshot.name())
                .toList();
        if (!names.isEmpty()) {
            checks.add(CheckResult.bad(
                    "snapshots-untouched",
                    "Not processed: " + NameSummary.count(names.size(), "snapshot") + ": " + NameSummary.of(names)
                            + ".",
                    "The snapshot controller is not running, or lacks permission; a cluster needs exactly one."));
        }
    }

    private static void contents(ClusterState clusterState, List<CheckResult> checks) {
        List<String> orphans = clusterState.all(ResourceKind.SNAPSHOT_CONTENT).stream()
                .filter(content -> !content.isDeleting())
                .filter(content -> clusterState
                        .find(
                                ResourceKind.SNAPSHOT,
                                content.text("/spec/volumeSnapshotRef/namespace"),
                                content.text("/spec/volumeSnapshotRef/name"))
                        .filter(snapshot -> isSame(content, snapshot))
                        .isEmpty())
                .map(KubeResource::name)
                .toList();
        if (!orphans.isEmpty()) {
            checks.add(CheckResult.note(
                    "contents-orphaned",
                    NameSummary.count(orphans.size(), "snapshot content") + " without a snapshot: "
                            + NameSummary.of(orphans) + ".",
                    "Kept by deletionPolicy Retain. Create a VolumeSnapshot with source.volumeSnapshotContentName to use"
                            + " it again, or set the policy to Delete and delete it."));
        }
    }

    private static boolean isSame(KubeResource content, KubeResource snapshot) {
        String wanted = content.text("/spec/volumeSnapshotRef/uid");
        return wanted.isEmpty() || wanted.equals(snapshot.uid());
    }

    private static void classes(ClusterState clusterState, List<CheckResult> checks) {
        DriverInventory drivers = DriverInventory.in(clusterState);
        List<String> without = clusterState.all(ResourceKind.SNAPSHOT_CLASS).stream()
                .filter(one -> !drivers.isKnown(one.text("/driver")))
                .map(one -> one.name() + " (" + one.text("/driver") + ")")
                .toList();
        if (!without.isEmpty()) {
            checks.add(CheckResult.warn(
                    "snapshot-class-drivers",
                    "Snapshot classes whose driver is not installed: " + NameSummary.of(without) + ".",
                    "Check for a typo, or install the driver."));
        }
    }
}
