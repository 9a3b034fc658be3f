package dev.stowage.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.ScratchDirectory;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FileExtentsTest {
    private static final long MIB = 1 << 20;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @BeforeEach
    void assume() throws Exception {
        scratch.assumeLoopDevicesAllowed();
    }

    @Test
    void extentsLeaveOutHolesAndDistinguishReservedFromWritten() throws Exception {
        Path file = scratch.mounted("ext4", "ext4", 64 * MIB).resolve("file");
        try (RandomAccessFile writer = new RandomAccessFile(file.toFile(), "rw")) {
            writer.seek(MIB);
            writer.write(new byte[8192]);
        }
        try (Descriptor opened = Descriptor.openForWriting(file)) {
            FileAllocation.allocate(opened, 4 * MIB, MIB);

            List<FileExtent> extents = FileExtents.of(opened);

            assertThat(extents.getFirst().logical()).isEqualTo(MIB);
            assertThat(extents.getFirst().length()).isEqualTo(8192);
            assertThat(extents.getFirst().unwritten()).isFalse();
            assertThat(extents.getLast().unwritten()).isTrue();
            assertThat(extents).allMatch(FileExtent::located);
            assertThat(extents.stream()
                            .filter(FileExtent::unwritten)
                            .mapToLong(FileExtent::length)
                            .sum())
                    .isEqualTo(MIB);
        }
    }

    @Test
    void fileWithManyExtentsIsMappedWhole() throws Exception {
        Path file = scratch.mounted("ext4", "ext4", 64 * MIB).resolve("file");
        try (RandomAccessFile writer = new RandomAccessFile(file.toFile(), "rw")) {
            for (int i = 0; i < 500; i++) {
                writer.seek(i * 65536L);
                writer.write(1);
            }
        }
        try (Descriptor opened = Descriptor.openForReading(file)) {
            assertThat(FileExtents.of(opened))
                    .hasSize(500)
                    .isSortedAccordingTo(java.util.Comparator.comparingLong(FileExtent::logical));
            assertThat(FileExtents.of(opened, 65536L * 400 + 8192).getFirst().logical())
                    .isEqualTo(65536L * 401);
            assertThat(FileExtents.of(opened, 65536L * 500)).isEmpty();
        }
    }

    @Test
    void clonedBlocksAreMarkedAsShared() throws Exception {
        Path xfs = scratch.mounted("xfs", "xfs", 320 * MIB, "-m", "reflink=1");
        Path source = Files.write(xfs.resolve("source"), new byte[65536]);
        Reflink.cloneFile(source, xfs.resolve("copy"));

        try (Descriptor opened = Descriptor.openForReading(xfs.resolve("copy"))) {
            assertThat(FileExtents.of(opened)).isNotEmpty().allMatch(FileExtent::shared);
        }
    }
}
