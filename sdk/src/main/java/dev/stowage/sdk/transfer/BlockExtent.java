package dev.stowage.sdk.transfer;

import dev.stowage.sdk.TransferBlocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Blocks in a row of which all are zero, or none.
public record BlockExtent(long offset, int length, boolean zero) {

    private static final ByteBuffer ZEROES =
            ByteBuffer.allocateDirect(TransferBlocks.BLOCK).asReadOnlyBuffer();

    public long end() {
        return offset + length;
    }

    /// The runs of a portion, ascending and without gap.
    public static List<BlockExtent> of(long offset, ByteBuffer portion) {
        List<BlockExtent> runs = new ArrayList<>();
        int begin = 0;
        while (begin < portion.limit()) {
            boolean zero = isZero(portion, begin);
            int end = begin;
            while (end < portion.limit() && isZero(portion, end) == zero) {
                end = Math.min(end + TransferBlocks.BLOCK, portion.limit());
            }
            runs.add(new BlockExtent(offset + begin, end - begin, zero));
            begin = end;
        }
        return runs;
    }

    /// What of this is not before an offset; nothing when all of it is.
    public List<BlockExtent> from(long start) {
        if (end() <= start) {
            return List.of();
        }
        long begin = Math.max(offset, start);
        return List.of(new BlockExtent(begin, (int) (end() - begin), zero));
    }

    private static boolean isZero(ByteBuffer portion, int at) {
        int length = Math.min(TransferBlocks.BLOCK, portion.limit() - at);
        return portion.slice(at, length).mismatch(ZEROES.duplicate().limit(length)) < 0;
    }
}
