package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.protocol.MounterRequest;
import dev.stowage.driver.share.DaemonSource;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The shares of the file with the pools, which driver and mounter read: those whose source needs a program.
final class MounterConfig {
    private static final int MOST = 256;

    private MounterConfig() {}

    static Map<String, MountedShare> read(Path file) throws IOException {
        try {
            Map<String, MountedShare> shares = new LinkedHashMap<>();
            for (Object entry : JsonObject.parse(Files.readAllBytes(file)).list("pools")) {
                if (!(entry instanceof Map<?, ?> fields)) {
                    throw new IOException("a pool must be an object");
                }
                JsonObject pool = JsonObject.over(fields);
                if (pool.has("source")
                        && DaemonSource.TYPES.contains(pool.object("source").text("type"))) {
                    MountedShare share = share(pool);
                    if (shares.put(share.name(), share) != null) {
                        throw new IOException("two pools are named " + share.name());
                    }
                }
            }
            if (shares.isEmpty() || shares.size() > MOST) {
                throw new IOException("the file needs 1 to " + MOST + " pools with a source of type glusterfs or fuse");
            }
            return shares;
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException("flag --config: " + file + ": " + e.getMessage());
        }
    }

    private static MountedShare share(JsonObject pool) throws IOException {
        String name = pool.text("name");
        if (!MounterRequest.NAME.matcher(name).matches()) {
            throw new IOException("invalid pool name \"" + name + "\"");
        }
        Path directory = Path.of(pool.text("directory"));
        if (!directory.isAbsolute()) {
            throw new IOException("directory " + directory + " is not an absolute path");
        }
        return new MountedShare(name, directory.normalize(), DaemonSource.parse(pool.object("source")));
    }
}
