package dev.stowage.driver.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.FileAllocation;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileSystemTest {
    private static final long MIB = 1 << 20;
    private static final long SIZE = 320 * MIB;

    @RegisterExtension
    final TestDisks testDisks = new TestDisks();

    @Test
    void unknownWordIsAnInvalidArgumentThatNamesTheChoices() throws Exception {
        assertThat(FileSystem.of("xfs")).isEqualTo(FileSystem.XFS);
        for (String word : List.of("", "XFS", "vfat", "xfs -f /dev/sda")) {
            assertThatThrownBy(() -> FileSystem.of(word))
                    .isInstanceOfSatisfying(
                            CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT))
                    .hasMessageContaining("ext4, xfs or btrfs");
        }
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void theSmallestDeviceTakesIt(FileSystem made) throws Exception {
        Path device = testDisks
                .attach(testDisks.image("disk", made.smallest().count()))
                .node();

        made.create(device);

        Path at = testDisks.mount(made, device, "mounted");
        assertThat(Files.writeString(at.resolve("file"), "content")).hasContent("content");
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void makingIsRefusedOnADeviceThatHoldsAFileSystemAndChangesNoByte(FileSystem made) throws Exception {
        Path image = testDisks.image("disk", SIZE);
        made.create(image);
        Path before = Files.copy(image, testDisks.path().resolve("before"));
        LoopDevice device = testDisks.attach(image);

        for (FileSystem other : FileSystem.values()) {
            assertThatThrownBy(() -> other.create(device.node()))
                    .isInstanceOf(DeviceNotBlankException.class)
                    .hasMessageContaining("contains a file system (" + made.word() + ")");
        }

        assertThat(Files.mismatch(image, before)).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void makingIsRefusedOnADeviceWithDataAtItsEndOnly(FileSystem made) throws Exception {
        Path image = testDisks.image("disk", SIZE);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(SIZE - 1);
            file.write(7);
        }
        Path before = Files.copy(image, testDisks.path().resolve("before"));

        assertThatThrownBy(() -> made.create(image)).isInstanceOf(DeviceNotBlankException.class);

        assertThat(Files.mismatch(image, before)).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void reservedBlocksOfAnImageStayReserved(FileSystem made) throws Exception {
        Path image = testDisks.image("disk", SIZE);
        try (Descriptor file = Descriptor.openForWriting(image)) {
            FileAllocation.allocate(file, 0, SIZE);
        }
        LoopDevice device = testDisks.attach(image);

        made.create(device.node());

        assertThat(Stat.of(image).allocatedBytes()).isGreaterThanOrEqualTo(SIZE);
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void itGrowsWhileItIsInUse(FileSystem made) throws Exception {
        assumeTrue(
                made.growsMounted(),
                "the kernel wants CAP_SYS_RESOURCE for growing a mounted ext4; this process has it not");
        Path image = testDisks.image("disk", SIZE);
        LoopDevice device = testDisks.attach(image);
        made.create(device.node());
        Path at = testDisks.mount(made, device.node(), "mounted");
        Path file = Files.writeString(at.resolve("file"), "content");
        long before = FileSystems.stats(at).totalBytes();

        try (FileChannel inUse = FileChannel.open(file, StandardOpenOption.READ)) {
            assertThat(testDisks.image("disk", 3 * SIZE)).hasSize(3 * SIZE);
            LoopDevices.system().grow(device);
            made.grow(device.node(), at);
            made.grow(device.node(), at);
            assertThat(inUse.size()).isEqualTo("content".length());
        }

        assertThat(FileSystems.stats(at).totalBytes()).isGreaterThan(before + SIZE);
        assertThat(file).hasContent("content");
    }

    @Test
    void withoutTheCapabilityGrowingAMountedExt4SaysWhatIsMissing() throws Exception {
        assumeTrue(!FileSystem.EXT4.growsMounted(), "this process has CAP_SYS_RESOURCE");
        Path image = testDisks.image("disk", SIZE);
        LoopDevice device = testDisks.attach(image);
        FileSystem.EXT4.create(device.node());
        Path at = testDisks.mount(FileSystem.EXT4, device.node(), "mounted");
        assertThat(testDisks.image("disk", 2 * SIZE)).exists();
        LoopDevices.system().grow(device);

        assertThatThrownBy(() -> FileSystem.EXT4.grow(device.node(), at)).hasMessageContaining("CAP_SYS_RESOURCE");
    }

    @Test
    void unmountedExt4GrowsToo() throws Exception {
        Path image = testDisks.image("disk", SIZE);
        LoopDevice device = testDisks.attach(image);
        FileSystem.EXT4.create(device.node());
        Path at = testDisks.mount(FileSystem.EXT4, device.node(), "mounted");
        try (FileChannel synced =
                FileChannel.open(Files.writeString(at.resolve("file"), "content"), StandardOpenOption.WRITE)) {
            synced.force(true);
        }
        Path copy = testDisks
                .attach(Files.copy(image, testDisks.path().resolve("copy")))
                .node();
        assertThat(testDisks.image("copy", 3 * SIZE)).exists();
        LoopDevice bigger = LoopDevices.system()
                .findByBackingFile(testDisks.path().resolve("copy"))
                .getFirst();
        LoopDevices.system().grow(bigger);

        List<String> progress = new CopyOnWriteArrayList<>();

        FileSystem.EXT4.growUnmounted(copy, progress::add);

        Path copyAt = testDisks.mount(FileSystem.EXT4, copy, "copy mounted");
        assertThat(FileSystems.stats(copyAt).totalBytes()).isGreaterThan(2 * SIZE);
        assertThat(copyAt.resolve("file")).hasContent("content");
        assertThat(progress)
                .startsWith("checking it")
                .endsWith("resizing it")
                .anyMatch(one -> one.matches("checking it, pass [1-5] of 5, \\d+ %"));
    }

    /// The copy is cut while the original is mounted and has just synced a file, so its log is not empty.
    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void renewedCopyKeepsItsDataAndCanBeMountedBesideItsOriginal(FileSystem made) throws Exception {
        Path image = testDisks.image("disk", SIZE);
        LoopDevice original = testDisks.attach(image);
        made.create(original.node());
        Path at = testDisks.mount(made, original.node(), "original");
        Files.writeString(at.resolve("early"), "early");
        CommandRunner.run(Duration.ofSeconds(30), List.of("sync", "-f", at.toString()));
        Path late = Files.writeString(at.resolve("late"), "late");
        try (FileChannel synced = FileChannel.open(late, StandardOpenOption.WRITE)) {
            synced.force(true);
        }
        for (String name : List.of("copy", "second copy")) {
            Path copy = Files.copy(image, testDisks.path().resolve(name));
            LoopDevice device = testDisks.attach(copy);

            made.changeUuid(device.node());

            Path copyAt = testDisks.mount(made, device.node(), name + " mounted");
            assertThat(copyAt.resolve("early")).hasContent("early");
            assertThat(copyAt.resolve("late")).hasContent("late");
            Files.writeString(copyAt.resolve("late"), name);
            assertThat(identity(device.node())).isNotEqualTo(identity(original.node()));
        }
        assertThat(late).hasContent("late");
        assertThat(Mounts.system().table().stream()
                        .filter(mount -> mount.target().startsWith(testDisks.path()))
                        .map(mount -> mount.target().getFileName().toString()))
                .containsExactlyInAnyOrder("original", "copy mounted", "second copy mounted");
    }

    @Test
    void renewingRefusesWhatItDoesNotKnow() throws Exception {
        Path image = testDisks.image("disk", SIZE);
        FileSystem.EXT4.create(image);

        assertThatThrownBy(() -> FileSystem.XFS.changeUuid(image))
                .hasMessageContaining("expected to contain xfs but contains a file system (ext4)");
    }

    @Test
    void copyOfAnExt4WithoutChecksumSeedIsRenewedToo() throws Exception {
        Path image = testDisks.image("disk", SIZE);
        CommandRunner.run(
                Duration.ofSeconds(30),
                List.of("mkfs.ext4", "-q", "-O", "metadata_csum,^metadata_csum_seed", image.toString()));
        LoopDevice device = testDisks.attach(image);
        String before = identity(device.node());
        Mounts.system().unmount(testDisks.mount(FileSystem.EXT4, device.node(), "mounted"));

        FileSystem.EXT4.changeUuid(device.node());

        assertThat(identity(device.node())).isNotEqualTo(before);
    }

    private static String identity(Path device) throws Exception {
        return CommandRunner.run(
                Duration.ofSeconds(30), List.of("blkid", "-p", "-s", "UUID", "-o", "value", device.toString()));
    }
}
