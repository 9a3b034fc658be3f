package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcOutcome;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.sidecar.driver.Driver;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The snapshot calls of the driver. All of them may throw [io.grpc.StatusRuntimeException].
final class SnapshotCalls {
    private final Driver driver;
    private final Duration timeout;

    SnapshotCalls(Driver driver, Duration timeout) {
        this.driver = driver;
        this.timeout = timeout;
    }

    /// Whether nothing was done and nothing is in progress. RESOURCE_EXHAUSTED may come from the transport,
    /// and says nothing about the snapshot.
    static boolean isFinal(StatusRuntimeException failure) {
        return RpcOutcome.of(failure, RpcOutcome.Exhausted.IS_UNCERTAIN) == RpcOutcome.FINAL;
    }

    boolean canGet() {
        return driver.has(RPC.Type.GET_SNAPSHOT);
    }

    boolean canList() {
        return driver.has(RPC.Type.LIST_SNAPSHOTS);
    }

    SnapshotState create(String name, String volume, Map<String, String> parameters, Map<String, String> secrets) {
        return SnapshotState.of(driver.controller(timeout)
                .createSnapshot(CreateSnapshotRequest.newBuilder()
                        .setName(name)
                        .setSourceVolumeId(volume)
                        .putAllParameters(parameters)
                        .putAllSecrets(secrets)
                        .build())
                .getSnapshot());
    }

    void delete(String handle, Map<String, String> secrets) {
        var _ = driver.controller(timeout)
                .deleteSnapshot(DeleteSnapshotRequest.newBuilder()
                        .setSnapshotId(handle)
                        .putAllSecrets(secrets)
                        .build());
    }

    /// @return empty when the driver does not know it
    Optional<SnapshotState> find(String handle, Map<String, String> secrets) {
        if (canGet()) {
            return Optional.of(SnapshotState.of(driver.controller(timeout)
                    .getSnapshot(GetSnapshotRequest.newBuilder()
                            .setSnapshotId(handle)
                            .putAllSecrets(secrets)
                            .build())
                    .getSnapshot()));
        }
        if (!canList()) {
            return Optional.of(SnapshotState.assumed(handle));
        }
        return driver
                .controller(timeout)
                .listSnapshots(ListSnapshotsRequest.newBuilder()
                        .setSnapshotId(handle)
                        .putAllSecrets(secrets)
                        .build())
                .getEntriesList()
                .stream()
                .findFirst()
                .map(entry -> SnapshotState.of(entry.getSnapshot()));
    }

    /// All snapshots of the driver, by handle.
    Map<String, SnapshotState> list(Map<String, String> secrets) {
        Map<String, SnapshotState> all = new HashMap<>();
        Set<String> tokens = new HashSet<>();
        String token = "";
        // A driver that returns a page twice would cause an endless loop.
        while (tokens.add(token)) {
            ListSnapshotsResponse page = driver.controller(timeout)
                    .listSnapshots(ListSnapshotsRequest.newBuilder()
                            .setStartingToken(token)
                            .putAllSecrets(secrets)
                            .build());
            page.getEntriesList().forEach(entry -> {
                SnapshotState snapshotState = SnapshotState.of(entry.getSnapshot());
                all.put(snapshotState.handle(), snapshotState);
            });
            token = page.getNextToken();
            if (token.isEmpty()) {
                break;
            }
        }
        return all;
    }
}
