package dev.stowage.driver.lvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// A volume group on a loop device, with a name that no other has.
public final class TestVolumeGroup implements AutoCloseable {

    public static final String THIN_POOL = "thin";

    private static final String CONFIG = "activation/udev_sync=0 activation/udev_rules=0"
            + " activation/verify_udev_operations=1 activation/monitoring=0 devices/use_devicesfile=0"
            + " devices/obtain_device_list_from_udev=0 backup/backup=0 backup/archive=0";

    private final String name = "t" + UUID.randomUUID().toString().substring(0, 8);
    private final LoopDevice disk;

    private TestVolumeGroup(LoopDevice disk) {
        this.disk = disk;
    }

    /// Skips the test where there can be none.
    public static void assumePossible() {
        assumeTrue(DeviceMapper.isAvailable(), "this kernel has no device mapper");
        assumeTrue(CommandRunner.isInstalled("lvm"), "lvm2 is not installed");
        assumeTrue(CommandRunner.isInstalled("thin_check"), "thin-provisioning-tools is not installed");
    }

    public static TestVolumeGroup thick(ScratchDirectory there, long size) throws IOException {
        Path image = there.path().resolve("disk.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size);
        }
        TestVolumeGroup group = new TestVolumeGroup(LoopDevices.system().attach(image, false));
        group.lvm("vgcreate", group.name, group.disk.node().toString());
        return group;
    }

    public static TestVolumeGroup thin(ScratchDirectory there, long size) throws IOException {
        TestVolumeGroup group = thick(there, size);
        group.lvm("lvcreate", "--type", "thin-pool", "--extents", "90%FREE", "--name", THIN_POOL, group.name);
        return group;
    }

    public String name() {
        return name;
    }

    public String lvm(String command, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of("lvm", command, "--config", CONFIG));
        argv.addAll(List.of(arguments));
        return CommandRunner.run(Duration.ofSeconds(60), argv);
    }

    @Override
    public void close() throws IOException {
        try {
            lvm("vgremove", "--yes", "--force", name);
        } finally {
            LoopDevices.system().detach(disk);
        }
    }
}
