package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.volumegroup.ThinPoolMetadata;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Lists of blocks, against what was written to a raw volume.
@Tag("lab")
class ThinBlocksTest {

    private static final int BLOCK = 4096;
    private static final long SIZE = Bytes.mebi(64).count();

    /// What the pool allocates at once; lvm chooses it for a pool of this size.
    private static final int CHUNK = 64 << 10;

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(true, Bytes.mebi(400));

    private final VolumeMeta volume = LvmFixture.volume("v", Bytes.of(SIZE), "");
    private final Random random = new Random(11);

    @Test
    void allocatedAndChangedBlocksAreFoundExactly() throws Exception {
        LvmBackend backend = staged();
        Set<Long> written = write(150);
        SnapshotMeta base = take(backend, "base");
        Set<Long> changed = write(100);
        writeAgain(written.iterator().next());
        SnapshotMeta target = take(backend, "target");

        assertThat(blocks(backend.allocated(base, 0))).isEqualTo(wholeChunks(written));
        assertThat(blocks(backend.changed(base, target, 0))).isEqualTo(changed);
        assertThat(blocks(backend.changed(base, base, 0))).isEmpty();
        assertThat(capacity(backend.allocated(base, 0))).isEqualTo(Bytes.of(SIZE));
    }

    @Test
    void listsBeginAtTheOffset() throws Exception {
        LvmBackend backend = staged();
        Set<Long> written = write(150);
        SnapshotMeta base = take(backend, "base");
        TreeSet<Long> changed = new TreeSet<>(write(100));
        SnapshotMeta target = take(backend, "target");
        long half = SIZE / 2 + 100;

        assertThat(blocks(backend.changed(base, target, half))).isEqualTo(changed.tailSet(half / BLOCK));
        assertThat(blocks(backend.allocated(base, half)))
                .isEqualTo(new TreeSet<>(wholeChunks(written)).tailSet(half / BLOCK));
        assertThat(blocks(backend.allocated(base, SIZE))).isEmpty();
        assertThatThrownBy(() -> backend.allocated(base, SIZE + 1))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.OUT_OF_RANGE));
    }

    @Test
    void aDiscardIsAChangeWhereTheVolumeHadData() throws Exception {
        LvmBackend backend = staged();
        write(3 * CHUNK, new byte[] {1});
        write(5 * CHUNK, new byte[] {1});
        SnapshotMeta base = take(backend, "base");
        try (Descriptor node = Descriptor.openForWriting(node())) {
            BlockDevice.discard(node, 0, 4 * CHUNK);
        }
        SnapshotMeta target = take(backend, "target");

        assertThat(ranges(backend.changed(base, target, 0))).containsExactly(new BlockRange(3 * CHUNK, BLOCK));
        assertThat(ranges(backend.allocated(target, 0))).containsExactly(new BlockRange(5 * CHUNK, CHUNK));
    }

    @Test
    void growthIsChangeOnlyWhereItHoldsData() throws Exception {
        LvmBackend backend = staged();
        write(0, new byte[] {1});
        SnapshotMeta base = take(backend, "base");
        backend.expand(volume, Bytes.of(2 * SIZE));
        write(SIZE + BLOCK, new byte[] {1});
        SnapshotMeta target = take(backend, "target");

        assertThat(ranges(backend.changed(base, target, 0))).containsExactly(new BlockRange(SIZE + BLOCK, BLOCK));
        assertThat(capacity(backend.changed(base, target, 0))).isEqualTo(Bytes.of(2 * SIZE));
        assertThat(ranges(backend.changed(base, target, 2 * SIZE))).isEmpty();
    }

    @Test
    void nothingStaysReservedOrActiveWhileAListIsOpenOrAfterIt() throws Exception {
        LvmBackend backend = staged();
        write(50);
        SnapshotMeta base = take(backend, "base");
        write(50);
        SnapshotMeta target = take(backend, "target");

        try (var open = backend.changed(base, target, 0).ranges()) {
            Iterator<BlockRange> slow = open.iterator();
            slow.next();
            assertThat(metadata().isReserved()).isFalse();
            assertThat(ranges(backend.changed(base, target, 0)))
                    .as("another list")
                    .isNotEmpty();
            assertThat(slow.next()).as("the first one goes on").isNotNull();
            assertThatThrownBy(() -> backend.deleteSnapshot(base.id())).hasMessageContaining("is open");
        }

        assertThat(pool.open().device(VolumeTags.name(base.id()))).isEmpty();
        assertThat(pool.open().device(VolumeTags.name(target.id()))).isEmpty();
        assertThat(backend.deleteSnapshot(base.id())).isTrue();
    }

    @Test
    void aMetadataSnapshotThatAKilledDriverLeftIsReleasedAtTheStart() throws Exception {
        LvmBackend backend = staged();
        write(5);
        SnapshotMeta base = take(backend, "base");
        Files.writeString(pool.path("notes").resolve("metadata-snapshot"), "");
        metadata().reserve();

        pool.backend().recover();

        assertThat(metadata().isReserved()).isFalse();
        assertThat(ranges(backend.allocated(base, 0))).isNotEmpty();
    }

    @Test
    void aCancelledCallReleasesTheMetadataSnapshot() throws Exception {
        LvmBackend backend = staged();
        write(5);
        SnapshotMeta base = take(backend, "base");
        LvmBackend cancelled = pool.backend(checkpoint -> {
            if (checkpoint == Checkpoint.METADATA_RESERVED) {
                Thread.currentThread().interrupt();
            }
        });

        assertThatThrownBy(() -> cancelled.allocated(base, 0)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();

        assertThat(metadata().isReserved()).isFalse();
        assertThat(ranges(backend.allocated(base, 0))).isNotEmpty();
    }

    @Test
    void aMetadataSnapshotOfAnotherProgramIsLeftAlone() throws Exception {
        LvmBackend backend = staged();
        write(5);
        SnapshotMeta base = take(backend, "base");
        metadata().reserve();
        try {
            assertThatThrownBy(() -> backend.allocated(base, 0))
                    .hasMessageContaining("another program reads the metadata")
                    .isInstanceOfSatisfying(
                            CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.UNAVAILABLE));
            pool.backend().recover();
            assertThat(metadata().isReserved()).isTrue();
        } finally {
            metadata().release();
        }
    }

    private ThinPoolMetadata metadata() throws IOException {
        return pool.open().thinPoolMetadata();
    }

    private LvmBackend staged() throws Exception {
        LvmBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, pool.path("staging")));
        return backend;
    }

    private SnapshotMeta take(LvmBackend backend, String name) throws Exception {
        return backend.takeSnapshots(Map.of(volume, SnapshotId.of(name)), Map.of())
                .getFirst();
    }

    private Path node() throws IOException {
        return LvmFixture.node(pool.path("staging"));
    }

    private Set<Long> write(int count) throws IOException {
        TreeSet<Long> written = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            long block = random.nextLong(SIZE / BLOCK);
            byte[] bytes = new byte[BLOCK];
            random.nextBytes(bytes);
            write(block * BLOCK, bytes);
            written.add(block);
        }
        return written;
    }

    private void write(long offset, byte[] bytes) throws IOException {
        try (FileChannel device = FileChannel.open(node(), StandardOpenOption.WRITE)) {
            device.write(ByteBuffer.wrap(bytes), offset);
            device.force(true);
        }
    }

    /// The same bytes: written, but not changed.
    private void writeAgain(long block) throws IOException {
        ByteBuffer same = ByteBuffer.allocate(BLOCK);
        try (FileChannel device = FileChannel.open(node(), StandardOpenOption.READ)) {
            device.read(same, block * BLOCK);
        }
        write(block * BLOCK, same.array());
    }

    private static Set<Long> wholeChunks(Set<Long> blocks) {
        int each = CHUNK / BLOCK;
        return blocks.stream()
                .flatMap(block -> LongStream.range(block / each * each, block / each * each + each)
                        .boxed())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Bytes capacity(BlockRanges answer) {
        try (var _ = answer.ranges()) {
            return answer.capacity();
        }
    }

    private static List<BlockRange> ranges(BlockRanges answer) {
        try (var ranges = answer.ranges()) {
            return ranges.toList();
        }
    }

    private static Set<Long> blocks(BlockRanges answer) {
        return ranges(answer).stream()
                .flatMap(range -> LongStream.range(range.offset() / BLOCK, Math.ceilDiv(range.end(), BLOCK))
                        .boxed())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
