package dev.stowage.driver;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The flags that only the local driver has, and the pools that they configure.
final class LocalFlags {

    private @Nullable Flag<String> backend;
    private @Nullable Flag<String> pool;
    private @Nullable Flag<String> share;
    private @Nullable Flag<String> volumeGroup;
    private @Nullable Flag<String> thinPool;
    private @Nullable Flag<Long> poolSize;
    private @Nullable Flag<Double> overcommit;
    private @Nullable Flag<Long> lowWater;
    private @Nullable Flag<Integer> metadataLowWater;
    private @Nullable Flag<Boolean> thin;
    private @Nullable Flag<Boolean> ownPool;
    private @Nullable Flag<Boolean> attach;
    private @Nullable Flag<Integer> attachLimit;
    private @Nullable Flag<String> config;
    private @Nullable Flag<String> mounterEndpoint;
    private @Nullable Flag<String> cgroupRoot;
    private @Nullable Flag<Boolean> inline;
    private @Nullable Flag<List<String>> inlinePools;
    private @Nullable Flag<Long> inlineMaxSize;
    private @Nullable Flag<Integer> inlineLimit;

    void declare(FlagSet flags) {
        backend = flags.choice(
                "backend",
                List.of("image", "btrfs", "lvm", "directory", "shared"),
                "image",
                "Storage backend: image, btrfs, lvm, directory or shared.");
        pool = flags.directory("pool", "", "Directory of the pool (default: DATA/pool).");
        share = flags.directory("share", "", "Mount point of the shared file system, for backend shared.");
        volumeGroup = flags.text("volume-group", "", "Volume group of LVM, for backend lvm.");
        thinPool = flags.text(
                "thin-pool", "", "Thin pool in the volume group; without it volumes of backend lvm are thick.");
        poolSize = flags.size("pool-size", 100L << 30, "Maximum size of a pool in a file.");
        overcommit = flags.value(
                "overcommit", "float", 1.0, "Bytes that may be provisioned per byte of the pool.", LocalFlags::factor);
        lowWater = flags.size("low-water", 64L << 20, "Free space below which no volume is created.");
        metadataLowWater = flags.value(
                "metadata-low-water",
                "percent",
                PoolSettings.USUAL_METADATA_LOW_WATER,
                "Percentage of free metadata in the thin pool below which no volume is created.",
                LocalFlags::percent);
        thin = flags.bool("thin", false, "Create thin volumes: space is not reserved.");
        ownPool = flags.bool(
                "own-pool", true, "Create the pool in a file if the directory does not support reflink or btrfs.");
        attach = flags.bool("attach", false, "Let volumes move between the nodes that share the pool's directory.");
        attachLimit = flags.integer(
                "attach-limit", 0, "Maximum number of attached volumes per node with --attach; 0 means no limit.");
        config = flags.file("config", "", "JSON file with several pools, instead of the flags above.");
        mounterEndpoint = flags.file(
                "mounter-endpoint", "", "Socket of stowage mounter, for sources of type glusterfs and fuse.");
        cgroupRoot = flags.directory(
                "cgroup-root",
                "/sys/fs/cgroup",
                "Where the cgroups of version 2 are mounted, with those of the kubelet; for I/O limits of volumes.");
        inline = flags.bool("inline-volumes", true, "Create the inline volumes of pods; never with --attach.");
        inlinePools = flags.list(
                "inline-volume-pools", List.of(), "Pools that inline volumes may be in (default: the first pool).");
        inlineMaxSize =
                flags.size("inline-volume-max-size", 10L << 30, "Maximum size of an inline volume; 0 means no limit.");
        inlineLimit = flags.integer(
                "inline-volume-limit", 32, "Maximum number of inline volumes per node; 0 means no limit.");
    }

    private static Integer percent(String text) {
        if (text.matches("[0-9]{1,2}|100")) {
            return Integer.valueOf(text);
        }
        throw new IllegalArgumentException("\"" + text + "\" is not a percentage from 0 to 100");
    }

    private static Double factor(String text) {
        try {
            double factor = Double.parseDouble(text);
            if (factor >= 1 && factor <= 1000) {
                return factor;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
        }
        throw new IllegalArgumentException("\"" + text + "\" is not between 1 and 1000");
    }

    boolean attach(ParsedFlags flags) {
        return value(flags, attach);
    }

    int attachLimit(ParsedFlags flags) {
        return value(flags, attachLimit);
    }

    InlineVolumePolicy inlineVolumes(ParsedFlags flags, StoragePools storagePools) {
        List<String> known =
                storagePools.all().stream().map(pool -> pool.pool().name()).toList();
        List<String> allowed = value(flags, inlinePools);
        for (String name : allowed) {
            if (!known.contains(name)) {
                throw new UsageException(
                        "flag --inline-volume-pools: unknown pool \"%s\"; this driver has %s".formatted(name, known));
            }
        }
        return new InlineVolumePolicy(
                value(flags, inline) && !attach(flags),
                allowed.isEmpty() ? List.of(known.getFirst()) : allowed,
                Bytes.of(value(flags, inlineMaxSize)),
                value(flags, inlineLimit));
    }

    List<PoolSettings> pools(ParsedFlags flags, Path data) throws IOException {
        String file = value(flags, config);
        if (!file.isEmpty()) {
            return PoolConfig.read(Path.of(file), data, mounter(flags));
        }
        BackendKind kind = kind(value(flags, backend));
        PoolSettings settings = new PoolSettings(
                "default",
                kind,
                directory(flags, kind, data),
                Bytes.of(value(flags, poolSize)),
                value(flags, overcommit),
                Bytes.of(value(flags, lowWater)),
                value(flags, thin),
                value(flags, ownPool),
                Optional.empty(),
                volumeGroup(flags, kind));
        return List.of(settings.metadataLowWater(value(flags, metadataLowWater)));
    }

    Path cgroupRoot(ParsedFlags flags) {
        return Path.of(value(flags, cgroupRoot)).toAbsolutePath().normalize();
    }

    /// The mounter of this node.
    MounterClient mounter(ParsedFlags flags) {
        String endpoint = value(flags, mounterEndpoint);
        return endpoint.isEmpty() ? MounterClient.NONE : MounterClient.at(MounterClient.socketOf(endpoint));
    }

    private Path directory(ParsedFlags flags, BackendKind kind, Path data) {
        String shared = value(flags, share);
        if (kind == BackendKind.SHARED) {
            if (shared.isEmpty()) {
                throw new UsageException("flag --share is required for backend shared");
            }
            return Path.of(shared).toAbsolutePath().normalize();
        }
        String given = value(flags, pool);
        return given.isEmpty()
                ? data.resolve("pool")
                : Path.of(given).toAbsolutePath().normalize();
    }

    private Optional<VolumeGroupName> volumeGroup(ParsedFlags flags, BackendKind kind) {
        String group = value(flags, volumeGroup);
        String pool = value(flags, thinPool);
        if (kind != BackendKind.LVM) {
            if (!group.isEmpty() || !pool.isEmpty()) {
                throw new UsageException("flags --volume-group and --thin-pool require --backend=lvm");
            }
            return Optional.empty();
        }
        if (group.isEmpty()) {
            throw new UsageException("flag --volume-group is required for backend lvm");
        }
        if (value(flags, thin) && pool.isEmpty()) {
            throw new UsageException("flag --thin requires --thin-pool with backend lvm");
        }
        try {
            return Optional.of(new VolumeGroupName(group, pool.isEmpty() ? Optional.empty() : Optional.of(pool)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    static BackendKind kind(String word) {
        try {
            return BackendKind.of(word);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --backend: " + e.getMessage());
        }
    }

    private static <T> T value(ParsedFlags flags, @Nullable Flag<T> flag) {
        if (flag == null) {
            throw new IllegalStateException("the flags were not declared");
        }
        return flags.value(flag);
    }
}
