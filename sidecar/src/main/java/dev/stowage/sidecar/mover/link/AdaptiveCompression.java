package dev.stowage.sidecar.mover.link;

import java.util.zip.Deflater;

/// Chooses for each message of one stream whether it is compressed. The stream begins uncompressed; after each
/// part a sample is tried, and now and then a part is sent uncompressed again to measure how fast that is. Not
/// thread-safe.
final class AdaptiveCompression {
    /// Bytes between two decisions.
    static final long PART = 4 << 20;

    /// So many compressed parts follow before one is sent uncompressed again.
    static final int COMPRESSED_PARTS = 31;

    private static final int SAMPLE = 64 << 10;
    private static final int SMALLEST = 4 << 10;

    private boolean compresses;
    private int untilPlain;
    private CompressionChoice.PlainPart plain = new CompressionChoice.PlainPart(0, 0, 0);
    private long begun;
    private long bytes;
    private long waited;

    AdaptiveCompression(long now) {
        this.begun = now;
    }

    /// @param waitedNanos how long the reader was not ready before this message
    /// @param now a time in nanoseconds
    /// @return whether to compress it
    boolean next(byte[] message, long waitedNanos, long now) {
        waited += waitedNanos;
        if (bytes >= PART && message.length >= SMALLEST) {
            endPart(message, now);
        }
        bytes += message.length;
        return compresses && message.length >= SMALLEST;
    }

    private void endPart(byte[] message, long now) {
        if (!compresses) {
            plain = new CompressionChoice.PlainPart(bytes, now - begun, waited);
            untilPlain = COMPRESSED_PARTS;
        }
        compresses = untilPlain-- > 0 && CompressionChoice.pays(plain, sample(message));
        begun = now;
        bytes = 0;
        waited = 0;
    }

    /// From the middle: the beginning of a message is the same for all.
    private static CompressionChoice.Sample sample(byte[] message) {
        int length = Math.min(SAMPLE, message.length);
        long begun = System.nanoTime();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(message, (message.length - length) / 2, length);
            deflater.finish();
            byte[] out = new byte[length];
            int compressed = 0;
            while (!deflater.finished() && compressed < length) {
                compressed += deflater.deflate(out, compressed, length - compressed);
            }
            return new CompressionChoice.Sample(length, compressed, System.nanoTime() - begun);
        } finally {
            deflater.end();
        }
    }
}
