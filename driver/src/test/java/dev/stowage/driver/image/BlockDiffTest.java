package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.SnapshotId;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BlockDiffTest {

    private static final int BLOCK = 4096;
    private static final long SIZE = Bytes.mebi(64).count();

    abstract static class Contract {

        abstract TestImagePool pool();

        final VolumeMeta volume = thin(volume("v", Bytes.of(SIZE), ""));

        SnapshotMeta cut(ImageBackend backend, String name) throws Exception {
            SnapshotId id = SnapshotId.of(name);
            backend.takeSnapshots(Map.of(volume, id), Map.of());
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(
                                    pool().folder().find(id).orElseThrow().complete())
                            .isTrue());
            return pool().folder().find(id).orElseThrow();
        }

        void write(long offset, byte[] bytes) throws Exception {
            try (RandomAccessFile file =
                    new RandomAccessFile(pool().image(volume).toFile(), "rw")) {
                file.seek(offset);
                file.write(bytes);
            }
        }

        static List<BlockRange> read(BlockRanges ranges) {
            try (var stream = ranges.ranges()) {
                return stream.toList();
            }
        }

        @Test
        void allocatedAndChangedBlocksAreFoundExactly() throws Exception {
            ImageBackend backend = pool().backend();
            backend.create(volume, Optional.empty());
            Random random = new Random(7);
            TreeSet<Long> written = new TreeSet<>();
            for (int i = 0; i < 200; i++) {
                long block = random.nextLong(SIZE / BLOCK);
                byte[] bytes = new byte[BLOCK];
                random.nextBytes(bytes);
                write(block * BLOCK, bytes);
                written.add(block);
            }
            SnapshotMeta base = cut(backend, "base");
            TreeSet<Long> changed = new TreeSet<>();
            for (int i = 0; i < 100; i++) {
                long block = random.nextLong(SIZE / BLOCK);
                write(block * BLOCK + random.nextInt(BLOCK - 3), new byte[] {1, 2, 3});
                changed.add(block);
            }
            // The same bytes again: written, but not changed.
            long again = written.getFirst();
            if (!changed.contains(again)) {
                byte[] same = new byte[BLOCK];
                try (RandomAccessFile file =
                        new RandomAccessFile(pool().image(volume).toFile(), "r")) {
                    file.seek(again * BLOCK);
                    file.readFully(same);
                }
                write(again * BLOCK, same);
            }
            SnapshotMeta target = cut(backend, "target");

            assertThat(blocks(read(backend.allocated(base, 0)))).isEqualTo(written);
            assertThat(blocks(read(backend.changed(base, target, 0)))).isEqualTo(changed);
            assertThat(read(backend.changed(base, base, 0))).isEmpty();
            long half = SIZE / 2 + 100;
            assertThat(blocks(read(backend.changed(base, target, half))))
                    .isEqualTo(new TreeSet<>(changed.tailSet(half / BLOCK)));
            assertThat(blocks(read(backend.allocated(base, half))))
                    .isEqualTo(new TreeSet<>(written.tailSet(half / BLOCK)));
            assertThat(backend.allocated(base, 0).capacity()).isEqualTo(Bytes.of(SIZE));
            ExpectedRefusal.with(CsiCode.OUT_OF_RANGE, () -> backend.allocated(base, SIZE + 1));
        }

        @Test
        void growthIsChangeOnlyWhereItHoldsData() throws Exception {
            ImageBackend backend = pool().backend();
            backend.create(volume, Optional.empty());
            write(0, new byte[] {1});
            SnapshotMeta base = cut(backend, "base");
            backend.expand(volume, Bytes.of(2 * SIZE));
            write(SIZE + BLOCK, new byte[] {1});
            SnapshotMeta target = cut(backend, "target");

            assertThat(read(backend.changed(base, target, 0))).containsExactly(new BlockRange(SIZE + BLOCK, BLOCK));
        }

        private static java.util.Set<Long> blocks(List<BlockRange> ranges) {
            TreeSet<Long> blocks = new TreeSet<>();
            for (BlockRange range : ranges) {
                for (long at = range.offset() / BLOCK; at < (range.end() + BLOCK - 1) / BLOCK; at++) {
                    blocks.add(at);
                }
            }
            return blocks;
        }
    }

    @Nested
    class WhereBlocksAreShared extends Contract {

        @RegisterExtension
        final TestImagePool pool = TestImagePool.thatSharesBlocks();

        @Override
        TestImagePool pool() {
            return pool;
        }
    }

    @Nested
    class WhereBlocksAreCopied extends Contract {

        @RegisterExtension
        final TestImagePool pool = TestImagePool.onPlainDirectory();

        @Override
        TestImagePool pool() {
            return pool;
        }
    }
}
