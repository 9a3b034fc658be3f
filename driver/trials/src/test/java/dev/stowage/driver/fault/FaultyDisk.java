package dev.stowage.driver.fault;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.BlockDevice;
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

/// A disk whose reads and writes fail as long as a test wants: a linear device over a file, whose table is replaced.
/// What was written before is kept.
public final class FaultyDisk implements AutoCloseable {

    /// The file below.
    static final String FILE = "faulty.img";

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int SECTOR = 512;

    /// Otherwise the file below would look like a second copy of whatever is on the disk.
    private static final long FIRST = 2048;

    private final String name = "faulty-" + UUID.randomUUID().toString().substring(0, 8);
    private final LoopDevice disk;
    private final long sectors;

    private FaultyDisk(LoopDevice disk, long size) throws IOException {
        this.disk = disk;
        this.sectors = size / SECTOR - FIRST;
        var _ = dmsetup("create", name, "--table", working());
    }

    /// Skips the test where there can be none.
    public static void assumePossible() {
        assumeTrue(DeviceMapper.isAvailable(), "this kernel has no device mapper");
        assumeTrue(CommandRunner.isInstalled("dmsetup"), "dmsetup is not installed");
    }

    public static FaultyDisk make(ScratchDirectory there, long size) throws IOException {
        return make(there, "", size);
    }

    /// @param which distinguishes the disks of a test
    public static FaultyDisk make(ScratchDirectory there, String which, long size) throws IOException {
        Path image = there.path().resolve(which + FILE);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size);
        }
        LoopDevice disk = LoopDevices.system().attach(image, false);
        return new FaultyDisk(disk, BlockDevice.size(disk.node()));
    }

    public Path node() throws IOException {
        return DeviceMapper.find(name)
                .orElseThrow(() -> new IOException(name + " does not exist"))
                .node();
    }

    /// From now on every read and every write fails.
    public void fail() throws IOException {
        table("0 " + sectors + " error");
    }

    /// From now on every write fails; what is read is right.
    public void failWrites() throws IOException {
        table("0 %d flakey %s %d 0 1 1 error_writes".formatted(sectors, disk.node(), FIRST));
    }

    /// From now on every write is reported as done and gets lost; what is read is what was there before. With a reboot
    /// it is a power cut: what a program has not synced by now is gone.
    public void loseWrites() throws IOException {
        table("0 %d flakey %s %d 0 1 1 drop_writes".formatted(sectors, disk.node(), FIRST));
    }

    /// Works again, with what was written while it worked.
    public void heal() throws IOException {
        table(working());
    }

    /// Returns when no file system and no other device uses it: a file system that is being unmounted would be found
    /// again by the next mount, with its failure.
    public void awaitUnused() {
        await().until(() -> dmsetup("info", "--columns", "--noheadings", "--options", "open", name)
                .strip()
                .equals("0"));
    }

    private String working() {
        return "0 %d linear %s %d".formatted(sectors, disk.node(), FIRST);
    }

    /// Without a flush: the file systems above must see the failure in their own writes.
    private void table(String table) throws IOException {
        var _ = dmsetup("suspend", "--noflush", "--nolockfs", name);
        try {
            var _ = dmsetup("load", name, "--table", table);
        } finally {
            var _ = dmsetup("resume", name);
        }
    }

    private static String dmsetup(String command, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of("dmsetup", command, "--noudevsync", "--noudevrules"));
        argv.addAll(List.of(arguments));
        return CommandRunner.run(DEADLINE, argv);
    }

    @Override
    public void close() throws IOException {
        try {
            var _ = dmsetup("remove", "--retry", name);
        } finally {
            LoopDevices.system().detach(disk);
        }
    }
}
