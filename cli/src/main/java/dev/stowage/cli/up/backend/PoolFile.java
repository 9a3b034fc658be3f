package dev.stowage.cli.up.backend;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.driver.backend.BackendKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The pools of a node's local volumes: one per available backend. Nothing is created before the first claim.
public final class PoolFile {

    private PoolFile() {}

    /// @param folder the directory of the driver
    /// @param shared the pool that all nodes have
    public static Path write(Path folder, Path shared, AvailableBackends availableBackends) throws IOException {
        Files.createDirectories(folder);
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        ArrayNode pools = file.putArray("pools");
        for (BackendAvailability backendAvailability : availableBackends.all()) {
            if (backendAvailability.isAvailable()) {
                Path directory = backendAvailability.kind() == BackendKind.SHARED
                        ? shared
                        : folder.resolve(backendAvailability.pool());
                ObjectNode pool = pools.addObject()
                        .put("name", backendAvailability.pool())
                        .put("backend", backendAvailability.kind().word())
                        .put("directory", directory.toString());
                if (backendAvailability.kind() == BackendKind.IMAGE) {
                    pool.put("ownPool", availableBackends.reflink());
                }
            }
        }
        return Files.writeString(folder.resolve("pools.json"), file.toString());
    }
}
