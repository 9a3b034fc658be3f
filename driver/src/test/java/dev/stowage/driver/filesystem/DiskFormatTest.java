package dev.stowage.driver.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.exec.CommandRunner;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiskFormatTest {
    private static final long MIB = 1 << 20;
    private static final long SIZE = 320 * MIB;

    @RegisterExtension
    final TestDisks testDisks = new TestDisks();

    @Test
    void deviceOfZeroesIsBlank() throws Exception {
        Path device = testDisks.attach(testDisks.image("disk", SIZE)).node();

        assertThat(DiskFormat.of(device)).isEqualTo(new DiskFormat.Blank());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 511, 4096, 40_000})
    void smallImageOfZeroesIsBlank(long size) throws Exception {
        assertThat(DiskFormat.of(testDisks.image("disk", size))).isEqualTo(new DiskFormat.Blank());
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void everyFileSystemIsRecognised(FileSystem made) throws Exception {
        Path device = testDisks.attach(testDisks.image("disk", SIZE)).node();
        made.create(device);

        assertThat(DiskFormat.of(device)).isEqualTo(new DiskFormat.Holds(made));
    }

    @ParameterizedTest
    @CsvSource({
        "mkfs.ext2, an ext2 or ext3 file system or journal",
        "mkfs.ext3, an ext2 or ext3 file system or journal",
        "mkswap, swap space",
    })
    void whatOtherProgramsMakeIsNamed(String program, String what) throws Exception {
        Path image = testDisks.image("disk", 32 * MIB);
        List<String> argv = new ArrayList<>(List.of(program, "-q", image.toString()));
        argv.removeIf(argument -> argument.equals("-q") && program.equals("mkswap"));
        String ignored = CommandRunner.run(Duration.ofSeconds(30), argv);

        assertThat(DiskFormat.of(image)).isEqualTo(new DiskFormat.Unknown(what));
    }

    @ParameterizedTest
    @CsvSource({
        "510, 55aa, a partition table or boot sector",
        "512, 4546492050415254, a partition table (GPT)",
        "0, 4c554b53babe0002, a LUKS volume",
        "16384, 534b554cbabe0002, a LUKS volume",
        "512, 4c4142454c4f4e45, an LVM physical volume",
        "4086, 53574150535041434532, swap space",
        "4096, fc4e2ba9, a member of an md array",
        "0, 68737173, a squashfs file system",
        "1024, 1020f5f2, an f2fs file system",
        "32769, 4344303031, an iso9660 file system",
    })
    void signatureIsNamed(long offset, String hex, String what) throws Exception {
        Path device = testDisks.attach(written(offset, hex)).node();

        assertThat(DiskFormat.of(device)).isEqualTo(new DiskFormat.Unknown(what));
    }

    @Test
    void backupPartitionTableAtTheEndIsNamed() throws Exception {
        assertThat(DiskFormat.of(written(SIZE - 512, "4546492050415254")))
                .isEqualTo(new DiskFormat.Unknown("the backup of a partition table (GPT)"));
    }

    /// One byte at a time: at the beginning, at the end, in backup superblocks, and in the middle.
    @ParameterizedTest
    @ValueSource(longs = {0, 4095, MIB - 1, 64 * MIB + 64, 128 * MIB + 56, SIZE / 2, SIZE - (128 << 10), SIZE - 1})
    void anyByteThereMakesADeviceNotBlank(long offset) throws Exception {
        assertThat(DiskFormat.of(written(offset, "01"))).isEqualTo(new DiskFormat.Unknown("unknown data"));
    }

    @Test
    void wipedBeginningOfABtrfsDoesNotMakeItBlank() throws Exception {
        Path image = testDisks.image("disk", SIZE);
        FileSystem.BTRFS.create(image);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.write(new byte[(int) MIB]);
        }

        assertThat(DiskFormat.of(image)).isInstanceOf(DiskFormat.Unknown.class);
    }

    private Path written(long offset, String hex) throws Exception {
        Path image = testDisks.image("disk", SIZE);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(offset);
            file.write(java.util.HexFormat.of().parseHex(hex));
        }
        return image;
    }
}
