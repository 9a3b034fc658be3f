package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestBodyReaderTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /// A client that sends one byte at a time and never ends.
    private static final class EndlessInput extends InputStream {
        private long count;

        @Override
        public int read() {
            count++;
            return 'x';
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            bytes[offset] = 'x';
            count++;
            return 1;
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 5", "5, -1", "3145728, 3145728", "3145728, -1", "100000, -1"})
    void aBodyWithinTheLimitIsRead(int size, long stated) throws Exception {
        byte[] body = new byte[size];

        assertThat(RequestBodyReader.read(new ByteArrayInputStream(body), stated, LONG))
                .isEqualTo(body);
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        Stream.of(-1L, 5L, 3145729L)
                .forEach(stated -> assertThatThrownBy(
                                () -> RequestBodyReader.read(new ByteArrayInputStream(new byte[3145729]), stated, LONG))
                        .isInstanceOfSatisfying(
                                ApiException.class,
                                refused -> assertThat(refused.statusReason()).isEqualTo(StatusReason.TOO_LARGE)));
    }

    @Test
    void noMemoryIsReservedForABodyThatDoesNotArrive() throws Exception {
        AtomicInteger reserved = new AtomicInteger();
        InputStream silent = new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                reserved.set(bytes.length);
                return -1;
            }
        };
        RequestBodyReader.read(silent, 3145728, LONG);
        assertThat(reserved.get()).isBetween(1, 16 * 1024);
    }

    @Test
    void aBodyThatTakesTooLongIsRefused() {
        assertThatThrownBy(() -> RequestBodyReader.read(new EndlessInput(), -1, Duration.ZERO))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.statusReason()).isEqualTo(StatusReason.TIMEOUT));
    }

    @Test
    void aBodyThatNobodyNeedsIsReadWithinLimits() throws Exception {
        EndlessInput endless = new EndlessInput();

        assertThat(RequestBodyReader.skip(new ByteArrayInputStream(new byte[100_000]), LONG))
                .isTrue();
        assertThat(RequestBodyReader.skip(endless, LONG)).isFalse();
        assertThat(endless.count).isBetween(12_000_000L, 13_000_000L);
        assertThat(RequestBodyReader.skip(endless, Duration.ZERO)).isFalse();
    }
}
