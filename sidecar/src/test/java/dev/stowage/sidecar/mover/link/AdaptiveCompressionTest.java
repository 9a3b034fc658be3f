package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AdaptiveCompressionTest {
    private static final int MESSAGE = 1 << 20;
    private static final int MESSAGES = (int) (AdaptiveCompression.PART / MESSAGE);
    private static final byte[] EMPTY = new byte[MESSAGE];

    private long now;
    private final AdaptiveCompression compression = new AdaptiveCompression(now);

    /// The peer takes a message a second.
    private boolean next(byte[] message, long waitedMillis) {
        now += TimeUnit.SECONDS.toNanos(1);
        return compression.next(message, TimeUnit.MILLISECONDS.toNanos(waitedMillis), now);
    }

    private boolean afterAPart(byte[] message, long waitedMillis) {
        for (int i = 0; i < MESSAGES; i++) {
            next(message, waitedMillis);
        }
        return next(message, waitedMillis);
    }

    @Test
    void aStreamBeginsUncompressed() {
        assertThat(next(EMPTY, 900)).isFalse();
    }

    @Test
    void whatShrinksIsCompressedWhenThePeerIsSlow() {
        assertThat(afterAPart(EMPTY, 900)).isTrue();
    }

    @Test
    void nothingIsCompressedWhenThePeerTakesEverythingAtOnce() {
        assertThat(afterAPart(EMPTY, 0)).isFalse();
    }

    @Test
    void whatDoesNotShrinkIsNotCompressed() {
        byte[] random = new byte[MESSAGE];
        new Random(3).nextBytes(random);
        assertThat(afterAPart(random, 900)).isFalse();
    }

    @Test
    void smallMessagesAreNotCompressed() {
        assertThat(afterAPart(EMPTY, 900)).isTrue();
        assertThat(next(new byte[100], 900)).isFalse();
    }

    @Test
    void nowAndThenItIsMeasuredAgain() {
        assertThat(afterAPart(EMPTY, 900)).isTrue();
        int compressed = 1;
        while (next(EMPTY, 0)) {
            compressed++;
        }
        assertThat(compressed).isEqualTo(AdaptiveCompression.COMPRESSED_PARTS * MESSAGES);
        assertThat(afterAPart(EMPTY, 0)).as("the peer is fast now").isFalse();
    }

    @Test
    void aCompressorThatIsSlowerThanTheStreamDoesNotPay() {
        var part = new CompressionChoice.PlainPart(1 << 20, 1_000_000, 900_000);
        assertThat(CompressionChoice.pays(part, new CompressionChoice.Sample(1 << 16, 1 << 10, 100_000)))
                .isFalse();
        assertThat(CompressionChoice.pays(part, new CompressionChoice.Sample(1 << 16, 1 << 10, 10_000)))
                .isTrue();
    }
}
