package dev.stowage.sdk.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.TransferBlocks;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockDigestTest {

    private static final int BLOCK = TransferBlocks.BLOCK;

    /// Three blocks with data, a block of zeroes between them, and a part of a block at the end.
    private static byte[] volume() {
        byte[] volume = new byte[4 * BLOCK + 100];
        new Random(7).nextBytes(volume);
        Arrays.fill(volume, BLOCK, 2 * BLOCK, (byte) 0);
        return volume;
    }

    @Test
    void theSumIsTheDocumentedOne() throws Exception {
        byte[] volume = volume();
        MessageDigest expected = MessageDigest.getInstance("SHA-256");
        for (int at : List.of(0, 2 * BLOCK, 3 * BLOCK, 4 * BLOCK)) {
            expected.update(ByteBuffer.allocate(8).putLong(at).flip());
            expected.update(Arrays.copyOfRange(volume, at, at + BLOCK)); // zeroes behind the end
        }

        assertThat(BlockDigest.of(ArrayBlocks.whole(volume, 2), false))
                .isEqualTo(new BlockDigest.Sum(3 * BLOCK + 100, HexFormat.of().formatHex(expected.digest())));
    }

    @Test
    void theSumDoesNotDependOnHowTheRangesAreCut() throws Exception {
        byte[] volume = new byte[3 << 20];
        new Random(1).nextBytes(volume);
        BlockDigest.Sum sum = BlockDigest.of(ArrayBlocks.whole(volume, 1), false);

        assertThat(BlockDigest.of(ArrayBlocks.whole(volume, 7), false)).isEqualTo(sum);
        assertThat(BlockDigest.of(ArrayBlocks.whole(volume, 700), false)).isEqualTo(sum);
    }

    @Test
    void zeroesCountInADifferenceOnly() throws Exception {
        byte[] before = volume();
        byte[] after = before.clone();
        Arrays.fill(after, 0, BLOCK, (byte) 0);
        ArrayBlocks difference = ArrayBlocks.difference(before, after);

        assertThat(BlockDigest.of(difference, true).bytes()).isEqualTo(BLOCK);
        assertThat(BlockDigest.of(difference, false).bytes()).isZero();
    }

    @Test
    void aMovedBlockChangesTheSum() throws Exception {
        byte[] volume = volume();
        byte[] moved = volume.clone();
        System.arraycopy(volume, 0, moved, BLOCK, BLOCK);
        Arrays.fill(moved, 0, BLOCK, (byte) 0);

        assertThat(BlockDigest.of(ArrayBlocks.whole(moved, 1), false))
                .isNotEqualTo(BlockDigest.of(ArrayBlocks.whole(volume, 1), false));
    }

    @Test
    void runsOfAPortionAreAscendingAndWithoutGap() {
        ByteBuffer portion = ByteBuffer.wrap(volume());

        assertThat(BlockExtent.of(BLOCK, portion))
                .containsExactly(
                        new BlockExtent(BLOCK, BLOCK, false),
                        new BlockExtent(2 * BLOCK, BLOCK, true),
                        new BlockExtent(3 * BLOCK, 2 * BLOCK + 100, false));
    }

    @Test
    void aResumedTransferSendsTheRestOfARun() {
        BlockExtent run = new BlockExtent(BLOCK, 3 * BLOCK, false);

        assertThat(run.from(0)).containsExactly(run);
        assertThat(run.from(2 * BLOCK)).containsExactly(new BlockExtent(2 * BLOCK, 2 * BLOCK, false));
        assertThat(run.from(4 * BLOCK)).isEmpty();
    }

    @Test
    void rangesOutOfOrderAreABugOfTheDriver() {
        ArrayBlocks wrong = ArrayBlocks.of(volume(), new BlockRange(BLOCK, BLOCK), new BlockRange(0, BLOCK));
        ArrayBlocks part = ArrayBlocks.of(volume(), new BlockRange(1, BLOCK));

        assertThatThrownBy(() -> BlockDigest.of(wrong, false)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> BlockDigest.of(part, false)).isInstanceOf(IllegalStateException.class);
    }
}
