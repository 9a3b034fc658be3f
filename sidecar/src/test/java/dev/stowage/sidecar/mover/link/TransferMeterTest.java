package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TransferMeterTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void itReportsOnceASecondAndAtTheEnd() {
        List<CarrierProgress> reports = new ArrayList<>();
        TransferMeter meter = new TransferMeter(reports::add, 0);
        meter.begin(4000, 0);
        meter.extent(1000, 1000, 400, SECOND / 2);
        assertThat(reports).isEmpty();
        meter.extent(2000, 1000, 400, SECOND);
        meter.extent(3000, 1000, 400, SECOND + 1);
        assertThat(reports).containsExactly(new CarrierProgress(2000, 800, 4000, 2000));
        meter.end(2 * SECOND);
        assertThat(reports).hasSize(2).last().isEqualTo(new CarrierProgress(4000, 1200, 4000, 1600));
    }

    @Test
    void anAttemptThatBeginsAgainIsNoGain() {
        TransferMeter meter = new TransferMeter(_ -> {}, 0);
        assertThat(meter.furthest()).isEqualTo(-1);
        meter.begin(4000, 0);
        meter.extent(3000, 3000, 3000, 1);
        meter.begin(4000, 1000);
        meter.extent(2000, 1000, 1000, 2);
        assertThat(meter.furthest()).isEqualTo(3000);
        assertThat(meter.sent()).isEqualTo(4000);
    }
}
