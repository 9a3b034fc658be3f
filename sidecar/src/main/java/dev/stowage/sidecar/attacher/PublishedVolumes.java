package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.sidecar.driver.Driver;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Lists which volumes are attached to which nodes.
final class PublishedVolumes {
    private final Driver driver;
    private final Duration timeout;
    private final int pageSize;

    /// @param timeout of each page
    PublishedVolumes(Driver driver, Duration timeout, int pageSize) {
        this.driver = driver;
        this.timeout = timeout;
        this.pageSize = pageSize;
    }

    /// @return the node ids by volume id
    /// @throws StatusRuntimeException when the call fails
    Map<String, Set<String>> list() {
        Map<String, Set<String>> nodes = new HashMap<>();
        Set<String> tokens = new HashSet<>();
        String token = "";
        do {
            ListVolumesResponse page = driver.controller(timeout)
                    .listVolumes(ListVolumesRequest.newBuilder()
                            .setStartingToken(token)
                            .setMaxEntries(pageSize)
                            .build());
            page.getEntriesList().stream()
                    .filter(entry -> entry.hasVolume() && entry.hasStatus())
                    .forEach(entry -> nodes.put(
                            entry.getVolume().getVolumeId(),
                            Set.copyOf(new HashSet<>(entry.getStatus().getPublishedNodeIdsList()))));
            token = page.getNextToken();
            // A driver that returns the same token twice would cause an endless loop.
        } while (!token.isEmpty() && tokens.add(token));
        return nodes;
    }
}
