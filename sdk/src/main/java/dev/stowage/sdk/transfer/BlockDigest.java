package dev.stowage.sdk.transfer;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The checksum of a transfer. It covers blocks and their offsets, and not how they were cut into messages: a
/// transfer that was interrupted has the same one. Not thread-safe.
public final class BlockDigest {

    private final boolean isDifference;
    private final MessageDigest digest;
    private final ByteBuffer offset = ByteBuffer.allocate(Long.BYTES);
    private final byte[] padding = new byte[TransferBlocks.BLOCK];
    private long bytes;

    /// @param isDifference whether blocks of zeroes count; in a whole volume they are what is not there
    public BlockDigest(boolean isDifference) {
        this.isDifference = isDifference;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /// How many bytes, and their SHA-256 in hexadecimal digits.
    public record Sum(long bytes, String sha256) {

        @Override
        public String toString() {
            return bytes + " bytes with SHA-256 " + sha256;
        }
    }

    /// The sum of all blocks.
    public static Sum of(TransferBlocks blocks, boolean isDifference) throws CsiException, IOException {
        BlockDigest digest = new BlockDigest(isDifference);
        BlockWalk.walk(blocks, (offset, portion) -> {
            for (BlockExtent run : BlockExtent.of(offset, portion)) {
                digest.add(run, portion.slice((int) (run.offset() - offset), run.length()));
            }
        });
        return digest.sum();
    }

    /// Adds blocks, in ascending order.
    public void add(BlockExtent run, ByteBuffer content) {
        if (run.zero() && !isDifference) {
            return;
        }
        for (int at = 0; at < run.length(); at += TransferBlocks.BLOCK) {
            int length = Math.min(TransferBlocks.BLOCK, run.length() - at);
            digest.update(offset.clear().putLong(run.offset() + at).flip());
            digest.update(content.slice(at, length));
            digest.update(padding, 0, TransferBlocks.BLOCK - length);
        }
        bytes += run.length();
    }

    /// Ends this.
    public Sum sum() {
        return new Sum(bytes, HexFormat.of().formatHex(digest.digest()));
    }
}
