package dev.stowage.linux.file;

import static dev.stowage.linux.mount.AbstractMountsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Features that need a certain type of file system, which the test creates in a file.
class FileSystemFeaturesTest {
    private static final long MIB = 1 << 20;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @BeforeEach
    void assume() throws Exception {
        scratch.assumeLoopDevicesAllowed();
    }

    @Test
    void cloneOnXfsSharesBlocksUntilWritten() throws Exception {
        Path xfs = scratch.mounted("xfs", "xfs", 320 * MIB, "-m", "reflink=1");
        Path source = Files.write(xfs.resolve("source"), new byte[(int) (8 * MIB)]);
        try (Descriptor opened = Descriptor.openForReading(source)) {
            opened.sync();
        }
        long before = FileSystems.free(xfs);

        Reflink.cloneFile(source, xfs.resolve("copy"));

        assertThat(xfs.resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(before - FileSystems.free(xfs)).isLessThan(4 * MIB);
        assertThat(Stat.of(xfs.resolve("copy")).permissions()).isEqualTo(0600);
        Files.writeString(xfs.resolve("copy"), "changed");
        assertThat(Files.size(source)).isEqualTo(8 * MIB);
    }

    @Test
    void cloneOntoExistingFileOrThroughLinkIsRefused() throws Exception {
        Path xfs = scratch.mounted("xfs", "xfs", 320 * MIB, "-m", "reflink=1");
        Path source = Files.writeString(xfs.resolve("source"), "x");
        Path existing = Files.writeString(xfs.resolve("existing"), "kept");
        Path link = Files.createSymbolicLink(xfs.resolve("link"), source);

        assertFails(Errno.EEXIST, () -> Reflink.cloneFile(source, existing));
        assertFails(Errno.ELOOP, () -> Reflink.cloneFile(link, xfs.resolve("new")));
        assertFails(Errno.EEXIST, () -> Reflink.cloneFile(source, link));

        assertThat(existing).hasContent("kept");
        assertThat(xfs.resolve("new")).doesNotExist();
    }

    @Test
    void cloneWhereBlocksCannotBeSharedIsTypedAndLeavesNoFile() throws Exception {
        Path ext4 = scratch.mounted("ext4", "ext4", 32 * MIB);
        Path source = Files.writeString(ext4.resolve("source"), "x");

        assertThatThrownBy(() -> Reflink.cloneFile(source, ext4.resolve("copy")))
                .isInstanceOf(ReflinkUnsupportedException.class)
                .hasMessageContaining("EOPNOTSUPP");
        assertThatThrownBy(() -> Reflink.cloneFile(source, scratch.path().resolve("copy")))
                .isInstanceOf(ReflinkUnsupportedException.class);

        assertThat(ext4.resolve("copy")).doesNotExist();
        assertThat(scratch.path().resolve("copy")).doesNotExist();
    }

    @Test
    void frozenFileSystemHoldsWritersBackUntilThawed() throws Exception {
        Path ext4 = scratch.mounted("ext4", "ext4", 32 * MIB);
        CompletableFuture<Path> written;

        FsFreeze.freeze(ext4);
        try {
            assertFails(Errno.EBUSY, () -> FsFreeze.freeze(ext4));
            written = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    written.complete(Files.writeString(ext4.resolve("f"), "x"));
                } catch (IOException e) {
                    written.completeExceptionally(e);
                }
            });
            assertThatThrownBy(() -> written.get(200, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
        } finally {
            FsFreeze.thaw(ext4);
        }

        assertThat(written.get(60, TimeUnit.SECONDS)).hasContent("x");
        assertFails(Errno.EINVAL, () -> FsFreeze.thaw(ext4));
    }

    @Test
    void allocationReservesBlocksAndHoleGivesThemBack() throws Exception {
        Path ext4 = scratch.mounted("ext4", "ext4", 64 * MIB);
        Path file = Files.createFile(ext4.resolve("file"));
        try (Descriptor opened = Descriptor.openForWriting(file)) {
            FileAllocation.allocate(opened, 0, 8 * MIB);
            assertThat(Stat.of(opened).size()).isEqualTo(8 * MIB);
            assertThat(Stat.of(opened).allocatedBytes()).isGreaterThanOrEqualTo(8 * MIB);

            FileAllocation.punchHole(opened, MIB, 6 * MIB);
            assertThat(Stat.of(opened).size()).isEqualTo(8 * MIB);
            assertThat(Stat.of(opened).allocatedBytes()).isLessThan(3 * MIB);

            assertFails(Errno.ENOSPC, () -> FileAllocation.allocate(opened, 0, 1024 * MIB));
        }
    }

    @Test
    void blockDeviceIsWriteProtected() throws Exception {
        LoopDevice device = LoopDevices.system().attach(scratch.image("disk", MIB), false);
        try (Descriptor opened = Descriptor.openForWriting(device.node())) {
            BlockDevice.setReadOnly(opened, true);
            try {
                ScratchDirectory.assertTakesNoWrites(device);
            } finally {
                BlockDevice.setReadOnly(opened, false);
            }
        }

        Files.write(device.node(), new byte[512], StandardOpenOption.WRITE);
    }
}
