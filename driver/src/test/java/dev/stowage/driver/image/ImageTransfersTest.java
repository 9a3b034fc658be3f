package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Copies of images that come from other nodes, where the pool shares blocks and where it cannot.
final class ImageTransfersTest {

    private static final int BLOCK = TransferBlocks.BLOCK;
    private static final int SIZE = 16 << 20;

    @Nested
    final class WhereBlocksAreShared extends Copies {

        @RegisterExtension
        private final TestImagePool pool = TestImagePool.thatSharesBlocks();

        @Override
        TestImagePool pool() {
            return pool;
        }
    }

    @Nested
    final class WhereBlocksAreCopied extends Copies {

        @RegisterExtension
        private final TestImagePool pool = TestImagePool.onPlainDirectory();

        @Override
        TestImagePool pool() {
            return pool;
        }
    }

    abstract static class Copies {

        private final VolumeMeta thick = volume("v", Bytes.of(SIZE), "");

        abstract TestImagePool pool();

        private PoolTransfers transfers() {
            return pool().backend().transfers().orElseThrow();
        }

        private static ByteBuffer block(int value) {
            byte[] bytes = new byte[BLOCK];
            Arrays.fill(bytes, (byte) value);
            return ByteBuffer.wrap(bytes);
        }

        private static List<BlockRange> written(TransferTarget target) throws Exception {
            try (TransferBlocks blocks = target.written();
                    var ranges = blocks.ranges()) {
                return ranges.filter(range -> !isZero(blocks, range)).toList();
            }
        }

        private static boolean isZero(TransferBlocks blocks, BlockRange range) {
            ByteBuffer bytes = ByteBuffer.allocate((int) range.length());
            try {
                blocks.read(range.offset(), bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Arrays.equals(bytes.array(), new byte[bytes.capacity()]);
        }

        private byte at(PoolDirectory place, long offset) throws Exception {
            try (var file =
                    new RandomAccessFile(place.of(thick.id()).resolve("image").toFile(), "r")) {
                file.seek(offset);
                return file.readByte();
            }
        }

        private void received(VolumeMeta meta) throws Exception {
            transfers().make(meta, false, Map.of());
            try (TransferTarget target = transfers().open(meta.id())) {
                target.write(0, block(1));
                target.write(3 * BLOCK, block(2));
                target.sync();
                assertThat(written(target)).contains(new BlockRange(0, BLOCK));
            }
        }

        @Test
        void aCopyIsNotAVolumeUntilItIsActivated() throws Exception {
            received(thick);
            assertThat(pool().folder().find(thick.id())).isEmpty();
            assertThat(transfers().received(thick.id())).contains(thick);

            assertThat(transfers().activate(thick.id())).isEqualTo(thick);
            assertThat(transfers().activate(thick.id())).as("again").isEqualTo(thick);
            assertThat(pool().folder().find(thick.id())).contains(thick);
            assertThat(transfers().received(thick.id())).isEmpty();
            assertThat(at(pool().folder(), 3 * BLOCK)).isEqualTo((byte) 2);
        }

        @Test
        void aDifferenceTakesThePlaceOfItsBaseOnlyWhenItIsComplete() throws Exception {
            received(thick);
            transfers().makeDifference(thick);
            try (TransferTarget target = transfers().open(thick.id())) {
                target.zero(0, BLOCK);
                target.write(5 * BLOCK, block(5));
                target.sync();
                try (TransferBlocks blocks = target.written();
                        var ranges = blocks.ranges()) {
                    assertThat(ranges).containsExactly(new BlockRange(0, BLOCK), new BlockRange(5 * BLOCK, BLOCK));
                }
            }
            assertThat(at(pool().folder().received(), 0)).isEqualTo((byte) 1);

            transfers().complete(thick.id());
            transfers().complete(thick.id());
            assertThat(at(pool().folder().received(), 0)).isEqualTo((byte) 0);
            assertThat(at(pool().folder().received(), 5 * BLOCK)).isEqualTo((byte) 5);
            assertThat(transfers().incoming(thick.id())).isEmpty();
        }

        @Test
        void aCompletionThatWasInterruptedIsFinished() throws Exception {
            VolumeMeta larger = thick.size(Bytes.of(2 * SIZE));
            received(thick);
            transfers().makeDifference(larger);
            PoolDirectory folder = pool().folder();
            Files.move(
                    folder.incoming().of(thick.id()).resolve("image"),
                    folder.received().of(thick.id()).resolve("image"),
                    StandardCopyOption.ATOMIC_MOVE);

            transfers().complete(thick.id());

            assertThat(transfers().received(thick.id())).contains(larger);
            assertThat(Files.size(folder.received().of(thick.id()).resolve("image")))
                    .isEqualTo(2L * SIZE);
        }

        @Test
        void whatACompletionLeftAtItsEndIsRemoved() throws Exception {
            received(thick);
            transfers().makeDifference(thick);
            pool().folder().incoming().forget(thick.id());

            transfers().complete(thick.id());

            assertThat(pool().folder().incoming().volumeIds()).isEmpty();
            assertThat(at(pool().folder().received(), 0)).isEqualTo((byte) 1);
        }

        @Test
        void anAbandonedDifferenceLeavesTheBase() throws Exception {
            received(thin(thick));
            transfers().makeDifference(thin(thick));
            try (TransferTarget target = transfers().open(thick.id())) {
                target.write(0, block(9));
            }

            transfers().abandon(thick.id());
            transfers().abandon(thick.id());

            assertThat(at(pool().folder().received(), 0)).isEqualTo((byte) 1);
            transfers().discard(thick.id());
            assertThat(transfers().received(thick.id())).isEmpty();
            assertThat(pool().folder().received().volumeIds()).isEmpty();
        }

        @Test
        void aVolumeInUseIsNotSent() throws Exception {
            ImageBackend backend = pool().backend();
            backend.create(thick, Optional.empty());
            backend.stage(thick, TestImagePool.stage(thick, pool().staging("a"), TestImagePool.raw()));
            PoolTransfers transfers = backend.transfers().orElseThrow();

            assertThatThrownBy(() -> transfers.blocks(new VolumeSource.OfVolume(thick.id())))
                    .isInstanceOf(CsiException.class)
                    .hasMessageContaining("is locked");
        }

        @Test
        void aVolumeThatIsSentCannotBeUsed() throws Exception {
            ImageBackend backend = pool().backend();
            backend.create(thick, Optional.empty());
            try (TransferBlocks _ = backend.transfers().orElseThrow().blocks(new VolumeSource.OfVolume(thick.id()))) {
                assertThatThrownBy(() -> backend.stage(
                                thick, TestImagePool.stage(thick, pool().staging("a"), TestImagePool.raw())))
                        .isInstanceOf(CsiException.class)
                        .hasMessageContaining("is locked");
            }
            backend.stage(thick, TestImagePool.stage(thick, pool().staging("a"), TestImagePool.raw()));
        }
    }
}
