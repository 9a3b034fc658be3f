package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.control.snapshot.SnapshotOperationMetrics.Operation;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotOperationMetricsTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final SnapshotOperationMetrics metrics = new SnapshotOperationMetrics(registry, () -> now);

    private List<String> lines() throws IOException {
        var out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, registry.scrape());
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void timeCountsFromTheFirstWishToItsFulfilment() throws Exception {
        metrics.begin(Operation.CREATE_AND_READY, "uid-1", "", false);
        now = now.plusSeconds(3);
        metrics.begin(Operation.CREATE_AND_READY, "uid-1", "", false);
        metrics.begin(Operation.CREATE, "uid-2", "disks", true);
        assertThat(lines()).contains("snapshot_controller_operations_in_flight 2.0");
        now = now.plusSeconds(4);
        metrics.end(Operation.CREATE_AND_READY, "uid-1", "disks");
        assertThat(lines())
                .contains(
                        "snapshot_controller_operations_in_flight 1.0",
                        "snapshot_controller_operation_total_seconds_sum{driver_name=\"disks\","
                                + "operation_name=\"CreateSnapshotAndReady\",operation_status=\"success\","
                                + "snapshot_type=\"dynamic\"} 7.0",
                        "snapshot_controller_operation_total_seconds_bucket{driver_name=\"disks\","
                                + "operation_name=\"CreateSnapshotAndReady\",operation_status=\"success\","
                                + "snapshot_type=\"dynamic\",le=\"10.0\"} 1");
    }

    @Test
    void wishThatIsGivenUpIsCancelled() throws Exception {
        metrics.begin(Operation.CREATE, "uid-1", "", true);
        metrics.cancel(Operation.CREATE, "uid-1");
        metrics.end(Operation.DELETE, "never-begun", "disks");
        assertThat(lines())
                .contains("snapshot_controller_operation_total_seconds_count{driver_name=\"unknown\","
                        + "operation_name=\"CreateSnapshot\",operation_status=\"cancel\","
                        + "snapshot_type=\"pre-provisioned\"} 1")
                .noneMatch(line -> line.contains("DeleteSnapshot"));
    }
}
