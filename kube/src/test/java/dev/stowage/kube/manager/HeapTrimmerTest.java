package dev.stowage.kube.manager;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTrimmerTest {
    private static final long MEGABYTE = 1 << 20;

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "20, 300, 300, true, much waste and quiet",
        "20, 100, 300, false, still at work",
        "20, 300, 280, false, the collector is at it itself",
        "20, 27, 27, false, not worth it",
        "12, 22, 21, true, a small process, half of it waste",
        "200, 290, 290, false, less than half on top of much",
        "200, 310, 310, true, more than half on top of much",
    })
    void memoryIsGivenBackWhenThereIsMuchAndNobodyIsAtWork(long left, long before, long now, boolean due, String why) {
        assertThat(HeapTrimmer.isDue(left * MEGABYTE, before * MEGABYTE, now * MEGABYTE))
                .as(why)
                .isEqualTo(due);
    }
}
