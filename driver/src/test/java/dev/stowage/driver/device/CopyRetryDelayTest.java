package dev.stowage.driver.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How long a copy waits before it is tried again.
class CopyRetryDelayTest {

    @ParameterizedTest
    @CsvSource({"1, 5", "2, 10", "3, 20", "6, 160", "7, 300", "8, 300", "2000000000, 300"})
    void itDoublesUpToABound(int failures, long seconds) {
        assertThat(CopyRetryDelay.USUAL.after(failures)).isEqualTo(Duration.ofSeconds(seconds));
    }
}
