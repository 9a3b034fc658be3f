package dev.stowage.interop.driver;

import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A volume group on a loop device.
final class TestVolumeGroup implements AutoCloseable {

    static final String THIN_POOL = "thin";

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String CONFIG = "activation/udev_sync=0 activation/udev_rules=0"
            + " activation/verify_udev_operations=1 activation/monitoring=0 devices/use_devicesfile=0"
            + " devices/obtain_device_list_from_udev=0 backup/backup=0 backup/archive=0";

    private final String name;
    private final Path folder;

    private TestVolumeGroup(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /// @param folder for the file that is the disk
    /// @param size of the file; it takes only the space that is written to
    static TestVolumeGroup create(String name, Path folder, long size, boolean thin)
            throws IOException, InterruptedException {
        TestVolumeGroup group = new TestVolumeGroup(name, folder);
        Path disk = folder.resolve("disk.img");
        try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(size);
        }
        String device = ProcessRunner.run(DEADLINE, "losetup", "--find", "--show", disk.toString())
                .orThrow()
                .strip();
        try {
            group.lvm("vgcreate", name, device);
            if (thin) {
                group.lvm("lvcreate", "--type", "thin-pool", "--extents", "90%FREE", "--name", THIN_POOL, name);
            }
            return group;
        } catch (IOException | InterruptedException e) {
            group.close();
            throw e;
        }
    }

    private void lvm(String command, String... arguments) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("lvm", command, "--config", CONFIG));
        argv.addAll(List.of(arguments));
        ProcessRunner.run(DEADLINE, argv).orThrow();
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> {
            try {
                lvm("vgremove", "--yes", "--force", name);
            } finally {
                LoopDevices.freeOver(folder);
            }
        });
    }
}
