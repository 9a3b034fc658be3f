package dev.stowage.cli.up.backend;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.k8s.names.NodeKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The pools of the disk driver in a cluster with zones: one in each zone, on the same disk.
public final class ZonePools {

    private ZonePools() {}

    /// @param folder the directory of the driver
    /// @param pools in which each zone has a directory
    /// @param disks the pool of a time without zones; its volumes stay accessible from all nodes
    public static Path write(Path folder, List<String> zones, Path pools, Path disks) throws IOException {
        Files.createDirectories(folder);
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        ArrayNode all = file.putArray("pools");
        for (String zone : zones) {
            pool(all, "zone-" + zone, Files.createDirectories(pools.resolve(zone)))
                    .putObject("topology")
                    .put(NodeKeys.TOPOLOGY_ZONE, zone);
        }
        if (Files.isDirectory(disks)) {
            var _ = pool(all, "default", disks);
        }
        return Files.writeString(folder.resolve("pools.json"), file.toString());
    }

    private static ObjectNode pool(ArrayNode all, String name, Path directory) {
        // No pool file: the nodes share the directory directly, and none has to mount it for the others.
        return all.addObject()
                .put("name", name)
                .put("backend", BackendKind.IMAGE.word())
                .put("directory", directory.toString())
                .put("ownPool", false);
    }
}
