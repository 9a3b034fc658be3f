package dev.stowage.sdk.transfer;

import static java.util.Objects.requireNonNull;

import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.stream.Stream;

/// Reads the blocks of a transfer in portions of bounded size. Sender and receiver use it alike, so that both
/// compute the checksum over the same blocks.
public final class BlockWalk {

    /// The most bytes in a portion, and in a message.
    public static final int PORTION = 1 << 20;

    private BlockWalk() {}

    /// Receives one portion.
    @FunctionalInterface
    public interface Visitor {

        /// @param bytes valid during the call
        void visit(long offset, ByteBuffer bytes) throws CsiException, IOException;
    }

    public static void walk(TransferBlocks blocks, Visitor visitor) throws CsiException, IOException {
        long size = blocks.format().end(blocks.size());
        ByteBuffer buffer = ByteBuffer.allocateDirect(PORTION);
        long end = 0;
        try (Stream<BlockRange> ranges = blocks.ranges()) {
            Iterator<BlockRange> rest = ranges.iterator();
            while (rest.hasNext()) {
                BlockRange range = rest.next();
                check(range, end, size);
                end = range.end();
                for (long at = range.offset(); at < end; at += PORTION) {
                    buffer.clear().limit((int) Math.min(PORTION, end - at));
                    blocks.read(at, buffer);
                    visitor.visit(at, buffer.flip());
                }
            }
        } catch (UncheckedIOException e) {
            IOException failure = requireNonNull(e.getCause());
            if (failure.getCause() instanceof CsiException refusal) {
                throw refusal;
            }
            throw failure;
        }
    }

    private static void check(BlockRange range, long end, long size) {
        boolean isWhole = range.offset() % TransferBlocks.BLOCK == 0
                && (range.end() % TransferBlocks.BLOCK == 0 || range.end() == size);
        if (range.offset() < end || range.end() > size || !isWhole) {
            throw new IllegalStateException(
                    "the driver's block ranges overlap, are out of order or not whole blocks at " + range);
        }
    }
}
