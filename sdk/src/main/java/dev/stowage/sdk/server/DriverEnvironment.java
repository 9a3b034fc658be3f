package dev.stowage.sdk.server;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.record.RecordedVolumes;
import dev.stowage.sdk.server.Driver.CsiService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The environment of a driver program.
///
/// @param data the driver's data directory; it exists
/// @param nodeId the id of this node; empty when this process does not serve the node service
/// @param topology the topology of this node; [Topology#ANYWHERE] for none
/// @param services what this process serves
/// @param mounts the kernel's mount table
public record DriverEnvironment(Path data, String nodeId, Topology topology, Set<CsiService> services, Mounts mounts) {

    public DriverEnvironment {
        services = Set.copyOf(services);
    }

    /// A process that serves both services, without a topology.
    public DriverEnvironment(Path data, String nodeId, Mounts mounts) {
        this(data, nodeId, Topology.ANYWHERE, Set.of(CsiService.values()), mounts);
    }

    /// Where the SDK keeps the records of the driver.
    Path records() {
        return data.resolve("records");
    }

    /// The volumes that exist according to the records, for a driver that compares its storage with them before it
    /// serves the first call.
    public List<Volume> recordedVolumes() throws IOException {
        return RecordedVolumes.in(records());
    }
}
