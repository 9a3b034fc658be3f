package dev.stowage.driver.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Copies of ranges, and their checksums.
class BlockCopyTest {

    private static final int SIZE = 3 * BlockReader.PORTION + 4096;

    @TempDir
    Path directory;

    private final byte[] data = new byte[SIZE];
    private final byte[] copied = new byte[SIZE];
    private Path image = Path.of("");

    @BeforeEach
    void write() throws IOException {
        new Random(1).nextBytes(data);
        image = Files.write(directory.resolve("image"), data);
    }

    @Test
    void everyByteOfTheRangesIsCopiedAndAnEqualCopyHasTheSameChecksum() throws Exception {
        BlockCopy copy = new BlockCopy(() -> ranges(new BlockRange(0, SIZE)), BlockCopy.Check.NONE);

        long read = copy(copy);

        assertThat(copied).isEqualTo(data);
        assertThat(checksum(copy, Files.write(directory.resolve("copy"), copied)))
                .isEqualTo(read);
        copied[SIZE - 1]++;
        assertThat(checksum(copy, Files.write(directory.resolve("other"), copied)))
                .isNotEqualTo(read);
    }

    @Test
    void whatIsOutsideTheRangesIsNotTouched() throws Exception {
        BlockCopy copy = new BlockCopy(
                () -> ranges(new BlockRange(4096, 4096), new BlockRange(BlockReader.PORTION, 8192)),
                BlockCopy.Check.NONE);

        copy(copy);

        assertThat(copied[4095]).isZero();
        assertThat(java.util.Arrays.mismatch(copied, 4096, 8192, data, 4096, 8192))
                .isEqualTo(-1);
        assertThat(copied[BlockReader.PORTION + 8192]).isZero();
    }

    @Test
    void theCheckSeesEveryByteAndStopsTheCopy() throws Exception {
        List<Long> seen = new ArrayList<>();
        copy(new BlockCopy(() -> ranges(new BlockRange(0, SIZE)), seen::add));
        assertThat(seen.stream().mapToLong(Long::longValue).sum()).isEqualTo(SIZE);

        BlockCopy stopped = new BlockCopy(() -> ranges(new BlockRange(0, SIZE)), _ -> {
            throw new IOException("stop");
        });

        assertThatThrownBy(() -> copy(stopped)).hasMessage("stop");
    }

    private long copy(BlockCopy copy) throws CsiException, IOException {
        try (Descriptor opened = Descriptor.openForReading(image);
                BlockReader from = new BlockReader(opened)) {
            return copy.copy(from, (offset, bytes) -> bytes.get(copied, (int) offset, bytes.remaining()));
        }
    }

    private static long checksum(BlockCopy copy, Path of) throws CsiException, IOException {
        try (Descriptor opened = Descriptor.openForReading(of);
                BlockReader from = new BlockReader(opened)) {
            return copy.checksum(from);
        }
    }

    private static BlockSource ranges(BlockRange... ranges) {
        Iterator<BlockRange> all = List.of(ranges).iterator();
        return () -> all.hasNext() ? Optional.of(all.next()) : Optional.empty();
    }
}
