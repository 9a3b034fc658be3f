package dev.stowage.driver;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Several pools, in a file:
///
/// ```json
/// {"pools": [
///   {"name": "fast", "backend": "image", "directory": "/mnt/nvme/stowage", "size": "200Gi"},
///   {"name": "bulk", "backend": "btrfs", "directory": "/mnt/hdd/stowage", "lowWater": "10Gi", "thin": true},
///   {"name": "raw", "backend": "lvm", "directory": "/var/lib/stowage/raw", "volumeGroup": "vg0", "thinPool": "thin"},
///   {"name": "home", "backend": "shared", "source": {"type": "nfs", "server": "nas", "share": "/export/home"}},
///   {"name": "fuse", "backend": "shared", "directory": "/mnt/fuse",
///    "source": {"type": "fuse", "argv": ["/usr/bin/bindfs", "-f", "/srv", "{mountPoint}"]}}
/// ]}
/// ```
final class PoolConfig {

    private static final Set<String> KNOWN = Set.of(
            "name",
            "backend",
            "directory",
            "size",
            "overcommitPercent",
            "lowWater",
            "metadataLowWaterPercent",
            "thin",
            "ownPool",
            "volumeGroup",
            "thinPool",
            "source",
            "topology");

    private PoolConfig() {}

    /// @param data the driver's directory: shares without a directory are mounted in it
    /// @param mounter mounts shares that need a program
    static List<PoolSettings> read(Path file, Path data, MounterClient mounter) throws IOException {
        try {
            List<PoolSettings> pools = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (Object entry : JsonObject.parse(Files.readAllBytes(file)).list("pools")) {
                if (!(entry instanceof Map<?, ?> fields)) {
                    throw new IOException("a pool must be an object");
                }
                PoolSettings pool = pool(JsonObject.over(fields), data, mounter);
                if (!names.add(pool.name())) {
                    throw new IOException("two pools are named " + pool.name());
                }
                pools.add(pool);
            }
            if (pools.isEmpty()) {
                throw new IOException("the file has no pools");
            }
            return pools;
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException("flag --config: " + file + ": " + e.getMessage());
        }
    }

    private static PoolSettings pool(JsonObject object, Path data, MounterClient mounter) throws IOException {
        for (String key : object.fields().keySet()) {
            if (!KNOWN.contains(key)) {
                throw new IOException("unknown key \"" + key + "\"; supported: "
                        + KNOWN.stream().sorted().toList());
            }
        }
        String name = object.text("name");
        Optional<ShareSource> source = object.has("source")
                ? Optional.of(ShareSource.parse(object.object("source"), name, mounter))
                : Optional.empty();
        if (source.filter(ShareSource::isServed).isPresent() && !object.has("directory")) {
            throw new IOException("pool " + name + " needs a directory, at which the mounter mounts its share");
        }
        Path directory = source.isPresent() && !object.has("directory")
                ? data.toAbsolutePath().resolve("shares").resolve(name)
                : Path.of(object.text("directory"));
        if (!directory.isAbsolute()) {
            throw new IOException("directory " + directory + " is not an absolute path");
        }
        return new PoolSettings(
                        name,
                        BackendKind.of(object.text("backend")),
                        directory.normalize(),
                        Bytes.parse(object.optionalText("size").orElse("100Gi")),
                        object.has("overcommitPercent") ? object.number("overcommitPercent") / 100.0 : 1.0,
                        Bytes.parse(object.optionalText("lowWater").orElse("64Mi")),
                        object.has("thin") && object.bool("thin"),
                        !object.has("ownPool") || object.bool("ownPool"),
                        source,
                        volumeGroup(object))
                .metadataLowWater(
                        object.has("metadataLowWaterPercent")
                                ? Math.toIntExact(object.number("metadataLowWaterPercent"))
                                : PoolSettings.USUAL_METADATA_LOW_WATER)
                .accessibleFrom(
                        object.has("topology") ? PoolTopology.parse(object.object("topology")) : Topology.ANYWHERE);
    }

    private static Optional<VolumeGroupName> volumeGroup(JsonObject object) throws IOException {
        Optional<String> group = object.optionalText("volumeGroup");
        Optional<String> thinPool = object.optionalText("thinPool");
        if (group.isEmpty() && thinPool.isPresent()) {
            throw new IOException("thinPool requires volumeGroup");
        }
        if (thinPool.isEmpty() && group.isPresent() && object.has("thin") && object.bool("thin")) {
            throw new IOException("thin requires thinPool with backend lvm");
        }
        return group.map(name -> new VolumeGroupName(name, thinPool));
    }
}
