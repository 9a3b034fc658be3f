package dev.stowage.sdk.server;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.record.RecordedVolumes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The environment of a driver program.
///
/// @param data the driver's data directory; it exists
/// @param nodeId the id of this node; empty when this process does not serve the node service
/// @param mounts the kernel's mount table
public record DriverEnvironment(Path data, String nodeId, Mounts mounts) {

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
