package dev.stowage.apiserver.resourcemetrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UsageWindowTest {
    private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");

    @Test
    void rateIsTheTimeUsedBetweenTwoSamples() {
        UsageWindow window =
                UsageWindow.between(usage(0, 5, null), usage(10, 7.5, null)).orElseThrow();
        assertThat(window.usage()).hasToString("{\"cpu\":\"250000000n\",\"memory\":\"2048Ki\"}");
        assertThat(window.windowText()).isEqualTo("10s");
        assertThat(window.at()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void newContainerIsCountedFromItsStart() {
        UsageWindow window =
                UsageWindow.between(null, usage(10, 1, START.plusSeconds(8))).orElseThrow();
        assertThat(window.processor()).isEqualTo(500_000_000);
        assertThat(window.windowText()).isEqualTo("2s");
    }

    @Test
    void restartedContainerIsCountedFromItsLastStart() {
        Optional<UsageWindow> window = UsageWindow.between(usage(0, 50, START), usage(10, 1, START.plusSeconds(8)));
        assertThat(window.orElseThrow().processor()).isEqualTo(500_000_000);
    }

    @Test
    void thereIsNoRateWithoutTwoMoments() {
        assertThat(UsageWindow.between(null, usage(10, 1, null))).isEmpty();
        assertThat(UsageWindow.between(usage(10, 1, null), usage(10, 1, null))).isEmpty();
        assertThat(UsageWindow.between(usage(0, 5, null), usage(10, 1, null))).isEmpty();
        assertThat(UsageWindow.between(usage(0, Double.NaN, null), usage(10, 1, null)))
                .isEmpty();
    }

    @Test
    void timeThatCannotBeTrueIsNoWindow() {
        NodeSample.Usage late = new NodeSample.Usage(Instant.ofEpochMilli(Long.MAX_VALUE), 7, 1024, null);
        assertThat(UsageWindow.between(usage(0, 5, null), late)).isEmpty();
    }

    private static NodeSample.Usage usage(int second, double processor, @Nullable Instant started) {
        return new NodeSample.Usage(START.plusSeconds(second), processor, 2 * 1024 * 1024, started);
    }
}
