package dev.stowage.bench.lab;

import dev.stowage.bench.driver.DriverSubject;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The disks of the guest and the pools on them, as an administrator would create them.
///
/// @param raw the disk without a pool
/// @param system the file system for the records of the driver, and of the pools that have none
record LabPools(LabDisk raw, Path system) {

    private static final long MIB = 1 << 20;

    /// Room for the file of fio twice. Copy on write fills its disk, so seven must fit into the guest's memory.
    private static final long DISK = 768 * MIB;

    private static final long SYSTEM_DISK = 128 * MIB;
    private static final String THIN_POOL = "thin";

    static LabPools create(Path folder) throws IOException, InterruptedException {
        Files.createDirectory(folder);
        ProcessRunner.run(Duration.ofMinutes(1), "mount", "-t", "tmpfs", "-o", "size=80%", "tmpfs", folder.toString())
                .orThrow();
        Path system = folder.resolve("system");
        LabDisk.create(folder.resolve("system.img"), SYSTEM_DISK).mount("ext4", system);
        LabDisk raw = disk(folder, LabSubject.RAW);
        List<String> pools = new ArrayList<>();
        for (LabSubject labSubject : LabSubject.values()) {
            if (labSubject != LabSubject.RAW) {
                pools.add(pool(labSubject, disk(folder, labSubject), folder, system));
            }
        }
        Files.writeString(system.resolve("pools.json"), "{\"pools\": [\n" + String.join(",\n", pools) + "\n]}\n");
        return new LabPools(raw, system);
    }

    private static LabDisk disk(Path folder, LabSubject labSubject) throws IOException, InterruptedException {
        return LabDisk.create(folder.resolve(labSubject.id() + ".img"), DISK);
    }

    /// @return its entry in the configuration
    private static String pool(LabSubject labSubject, LabDisk disk, Path folder, Path system)
            throws IOException, InterruptedException {
        String id = labSubject.id();
        Path mounted = folder.resolve(id);
        return switch (labSubject) {
            case RAW -> throw new IllegalArgumentException("the raw device has no pool");
            case LVM_THICK -> {
                disk.createVolumeGroup(id);
                yield entry(id, "lvm", system.resolve(id), ", \"volumeGroup\": \"" + id + '"');
            }
            case LVM_THIN -> {
                disk.createThinPool(id, THIN_POOL);
                String group = ", \"volumeGroup\": \"" + id + "\", \"thinPool\": \"" + THIN_POOL + '"';
                yield entry(id, "lvm", system.resolve(id), group);
            }
            case IMAGE -> {
                disk.mount("xfs", mounted);
                yield entry(id, "image", mounted.resolve("pool"), "");
            }
            case IMAGE_IN_FILE -> {
                disk.mount("ext4", mounted);
                yield entry(id, "image", mounted.resolve("pool"), "");
            }
            case BTRFS -> {
                disk.mount("btrfs", mounted);
                yield entry(id, "btrfs", mounted.resolve("pool"), ", \"thin\": true, \"overcommitPercent\": 10000");
            }
            case DIRECTORY -> {
                disk.mount("ext4", mounted);
                yield entry(id, "directory", mounted.resolve("pool"), "");
            }
        };
    }

    private static String entry(String name, String backend, Path directory, String more) {
        return "{\"name\": \"%s\", \"backend\": \"%s\", \"directory\": \"%s\"%s}"
                .formatted(name, backend, directory, more);
    }

    /// One driver with all pools: idle drivers would take turns on the only processor.
    ///
    /// @param home the project's directory
    DriverSubject driver(String home) {
        return new DriverSubject(
                "the driver",
                (_, socket) -> List.of(
                        Path.of(home, "stowage").toString(),
                        "driver",
                        "--endpoint=unix://" + socket,
                        "--node-id=bench",
                        "--data=" + system.resolve("data"),
                        "--config=" + system.resolve("pools.json")),
                List.of(),
                false);
    }
}
