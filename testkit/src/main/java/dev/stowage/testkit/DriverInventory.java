package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListVolumesRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/// The ids of all volumes and snapshots of the driver, to compare before and after.
record DriverInventory(Set<String> volumes, Set<String> snapshots, Map<String, String> secrets) {

    static DriverInventory of(DriverConnection driver, DeclaredCapabilities declared, Map<String, String> secrets) {
        Set<String> volumes = !declared.has(CsiCapability.LIST_VOLUMES)
                ? Set.of()
                : driver
                        .call(CsiMethods.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance())
                        .orElseThrow()
                        .getEntriesList()
                        .stream()
                        .map(entry -> entry.getVolume().getVolumeId())
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> snapshots = !declared.has(CsiCapability.LIST_SNAPSHOTS)
                ? Set.of()
                : driver
                        .call(
                                CsiMethods.LIST_SNAPSHOTS,
                                ListSnapshotsRequest.newBuilder()
                                        .putAllSecrets(secrets)
                                        .build())
                        .orElseThrow()
                        .getEntriesList()
                        .stream()
                        .map(entry -> entry.getSnapshot().getSnapshotId())
                        .collect(Collectors.toCollection(TreeSet::new));
        return new DriverInventory(volumes, snapshots, secrets);
    }

    void check(DriverConnection driver, DeclaredCapabilities declared) {
        Assumptions.assumeTrue(
                declared.has(CsiCapability.LIST_VOLUMES) || declared.has(CsiCapability.LIST_SNAPSHOTS),
                "the driver lists neither volumes nor snapshots");
        assertThat(of(driver, declared, secrets))
                .as("volumes and snapshots after all rules")
                .isEqualTo(this);
    }
}
