package dev.stowage.cli.up.pool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.driver.backend.BackendKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The pools of a node's own volumes: one of each kind that there can be. Nothing is made before the first claim.
public final class PoolFile {

    private PoolFile() {}

    /// @param folder the driver's
    /// @param shared the pool that all nodes have
    public static Path write(Path folder, Path shared, Offers offers) throws IOException {
        Files.createDirectories(folder);
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        ArrayNode pools = file.putArray("pools");
        for (Offer offer : offers.all()) {
            if (offer.isThere()) {
                Path directory = offer.kind() == BackendKind.SHARED ? shared : folder.resolve(offer.pool());
                ObjectNode pool = pools.addObject()
                        .put("name", offer.pool())
                        .put("backend", offer.kind().word())
                        .put("directory", directory.toString());
                if (offer.kind() == BackendKind.IMAGE) {
                    pool.put("ownPool", offers.reflink());
                }
            }
        }
        return Files.writeString(folder.resolve("pools.json"), file.toString());
    }
}
