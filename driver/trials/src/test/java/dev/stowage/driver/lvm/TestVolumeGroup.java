package dev.stowage.driver.lvm;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A volume group on a loop device, with a name that no other has.
public final class TestVolumeGroup implements AutoCloseable {

    public static final String THIN_POOL = "thin";

    private static final String CONFIG = "activation/udev_sync=0 activation/udev_rules=0"
            + " activation/verify_udev_operations=1 activation/monitoring=0 devices/use_devicesfile=0"
            + " devices/obtain_device_list_from_udev=0 backup/backup=0 backup/archive=0";

    private final String name = "t" + UUID.randomUUID().toString().substring(0, 8);
    private final Optional<LoopDevice> own;

    private TestVolumeGroup(Optional<LoopDevice> own) {
        this.own = own;
    }

    /// Skips the test where there can be none.
    public static void assumePossible() {
        assumeTrue(DeviceMapper.isAvailable(), "this kernel has no device mapper");
        assumeTrue(CommandRunner.isInstalled("lvm"), "lvm2 is not installed");
        assumeTrue(CommandRunner.isInstalled("thin_check"), "thin-provisioning-tools is not installed");
    }

    public static TestVolumeGroup thick(ScratchDirectory there, long size) throws IOException {
        return thick(there, "disk.img", size);
    }

    /// @param file of its disk, for a test with several groups
    public static TestVolumeGroup thick(ScratchDirectory there, String file, long size) throws IOException {
        Path image = there.path().resolve(file);
        try (RandomAccessFile made = new RandomAccessFile(image.toFile(), "rw")) {
            made.setLength(size);
        }
        LoopDevice disk = LoopDevices.system().attach(image, false);
        TestVolumeGroup group = new TestVolumeGroup(Optional.of(disk));
        group.lvm("vgcreate", group.name, disk.node().toString());
        return group;
    }

    public static TestVolumeGroup thin(ScratchDirectory there, long size) throws IOException {
        return thick(there, size).withThinPool();
    }

    /// @param disks of the caller, who removes them after the group
    public static TestVolumeGroup on(Path... disks) throws IOException {
        TestVolumeGroup group = new TestVolumeGroup(Optional.empty());
        List<String> arguments = new ArrayList<>(List.of(group.name));
        for (Path disk : disks) {
            arguments.add(disk.toString());
        }
        group.lvm("vgcreate", arguments.toArray(String[]::new));
        return group;
    }

    public TestVolumeGroup withThinPool() throws IOException {
        return withThinPool("90%FREE");
    }

    /// @param extents how much of the group, as lvcreate understands it
    public TestVolumeGroup withThinPool(String extents) throws IOException {
        lvm("lvcreate", "--type", "thin-pool", "--extents", extents, "--name", THIN_POOL, name);
        return this;
    }

    public String name() {
        return name;
    }

    public String lvm(String command, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of("lvm", command, "--config", CONFIG));
        argv.addAll(List.of(arguments));
        return CommandRunner.run(Duration.ofSeconds(60), argv);
    }

    /// Returns when all copies of mirrored volumes are the same.
    public void awaitSynchronized() {
        await().until(() -> lvm("lvs", "--noheadings", "--options", "sync_percent", name)
                .lines()
                .map(String::strip)
                .allMatch(percent -> percent.isEmpty() || percent.equals("100.00")));
    }

    /// Its logical volumes, with their sizes and tags, and which of them are active.
    public List<String> list() throws IOException {
        return lvm("lvs", "--noheadings", "--options", "lv_name,lv_size,lv_tags,lv_active", name)
                .lines()
                .map(line -> "logical volume " + line.strip())
                .toList();
    }

    /// Removes its devices without reading the group, as the end of a node does.
    public void removeDevices() throws IOException {
        boolean isLeft = true;
        for (int attempt = 0; isLeft && attempt < 10; attempt++) { // a device after those that use it
            isLeft = false;
            for (String device : devices()) {
                try {
                    var _ = dmsetup("remove", "--retry", device);
                } catch (CommandFailedException e) {
                    isLeft = true;
                }
            }
        }
    }

    private List<String> devices() throws IOException {
        return dmsetup("info", "--columns", "--noheadings", "--options", "name")
                .lines()
                .map(String::strip)
                .filter(device -> device.startsWith(name + "-"))
                .toList();
    }

    private static String dmsetup(String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of("dmsetup"));
        argv.addAll(List.of(arguments));
        argv.addAll(List.of("--noudevsync", "--noudevrules"));
        return CommandRunner.run(Duration.ofSeconds(60), argv);
    }

    @Override
    public void close() throws IOException {
        try {
            lvm("vgremove", "--yes", "--force", name);
        } finally {
            if (own.isPresent()) {
                LoopDevices.system().detach(own.get());
            }
        }
    }
}
