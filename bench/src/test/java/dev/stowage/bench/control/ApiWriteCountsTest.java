package dev.stowage.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ApiWriteCountsTest {

    private static final List<String> BEFORE = List.of(
            "apiserver_request_total{code=\"200\",resource=\"persistentvolumes\",subresource=\"status\",verb=\"PUT\"} 3");

    private static final List<String> METRICS = List.of(
            "# TYPE apiserver_request_total counter",
            "apiserver_request_total{code=\"200\",resource=\"persistentvolumes\",subresource=\"status\",verb=\"PUT\"} 7",
            "apiserver_request_total{code=\"409\",resource=\"persistentvolumes\",verb=\"PATCH\"} 2",
            "apiserver_request_total{code=\"201\",resource=\"events\",verb=\"POST\"} 3",
            "apiserver_request_total{code=\"200\",resource=\"leases\",verb=\"PUT\"} 100",
            "apiserver_request_total{code=\"200\",resource=\"persistentvolumes\",verb=\"LIST\"} 50",
            "apiserver_request_duration_seconds{verb=\"PUT\"} 9");

    @Test
    void readsAndLeasesAreNotCounted() {
        ApiWriteCounts apiWriteCounts = ApiWriteCounts.of(METRICS);
        assertThat(apiWriteCounts.all()).isEqualTo(12);
        assertThat(apiWriteCounts.events()).isEqualTo(3);
        assertThat(apiWriteCounts.conflicts()).isEqualTo(2);
    }

    @Test
    void whatCameBeforeIsTakenOff() {
        ApiWriteCounts apiWriteCounts = ApiWriteCounts.of(METRICS).since(ApiWriteCounts.of(BEFORE));
        assertThat(apiWriteCounts.all()).isEqualTo(9);
        assertThat(apiWriteCounts.each(2)).contains("PUT persistentvolumes/status 200 2.00");
    }
}
