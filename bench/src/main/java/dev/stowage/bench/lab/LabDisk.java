package dev.stowage.bench.lab;

import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A disk of the guest: a loop device over a file in its memory.
record LabDisk(Path device) {

    /// In the guest no udev answers, and `/etc` is read-only.
    private static final String LVM_CONFIG = "activation/udev_sync=0 activation/udev_rules=0"
            + " activation/verify_udev_operations=1 activation/monitoring=0 devices/use_devicesfile=0"
            + " devices/obtain_device_list_from_udev=0 backup/backup=0 backup/archive=0";

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /// @param size of the file; it takes only the memory that is written to
    static LabDisk create(Path file, long size) throws IOException, InterruptedException {
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            disk.setLength(size);
        }
        return new LabDisk(Path.of(
                run(List.of("losetup", "--find", "--show", file.toString())).strip()));
    }

    /// Formats it with the options of the distribution, and mounts it at a new directory.
    void mount(String fsType, Path at) throws IOException, InterruptedException {
        run(List.of("mkfs." + fsType, "-q", device.toString()));
        run(List.of("mount", device.toString(), Files.createDirectory(at).toString()));
    }

    void createVolumeGroup(String name) throws IOException, InterruptedException {
        lvm("vgcreate", name, device.toString());
    }

    /// As the documents recommend it.
    void createThinPool(String group, String name) throws IOException, InterruptedException {
        createVolumeGroup(group);
        lvm("lvcreate", "--type", "thin-pool", "--extents", "90%FREE", "--name", name, group);
    }

    private static void lvm(String command, String... arguments) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("lvm", command, "--config", LVM_CONFIG));
        argv.addAll(List.of(arguments));
        run(argv);
    }

    private static String run(List<String> argv) throws IOException, InterruptedException {
        return ProcessRunner.run(DEADLINE, argv).orThrow();
    }
}
