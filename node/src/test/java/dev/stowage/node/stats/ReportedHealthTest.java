package dev.stowage.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.stats.ReportedHealth.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportedHealthTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final VolumeCondition SLOW = new VolumeCondition(true, "slow");

    private final ReportedHealth<String> reported = new ReportedHealth<>();

    @Test
    void aProblemIsReportedOnceAndItsEndToo() {
        assertThat(reported.update("v", VolumeCondition.NORMAL, NOW)).isEqualTo(Change.NOTHING);
        assertThat(reported.update("v", SLOW, NOW)).isEqualTo(Change.ABNORMAL);
        assertThat(reported.update("v", SLOW, NOW.plusSeconds(60))).isEqualTo(Change.NOTHING);
        assertThat(reported.update("w", SLOW, NOW)).isEqualTo(Change.ABNORMAL);
        assertThat(reported.update("v", new VolumeCondition(true, "gone"), NOW)).isEqualTo(Change.ABNORMAL);
        assertThat(reported.update("v", VolumeCondition.NORMAL, NOW)).isEqualTo(Change.NORMAL);
        assertThat(reported.update("v", VolumeCondition.NORMAL, NOW)).isEqualTo(Change.NOTHING);
    }

    @Test
    void aProblemThatPersistsIsReportedAgainBeforeItsEventExpires() {
        assertThat(reported.update("v", SLOW, NOW)).isEqualTo(Change.ABNORMAL);
        assertThat(reported.update("v", SLOW, NOW.plus(Duration.ofMinutes(51)))).isEqualTo(Change.ABNORMAL);
    }

    @Test
    void whatIsGoneIsForgotten() {
        assertThat(reported.update("v", SLOW, NOW)).isEqualTo(Change.ABNORMAL);
        reported.retain(List.of());
        assertThat(reported.update("v", SLOW, NOW)).isEqualTo(Change.ABNORMAL);
    }
}
