package dev.stowage.kube.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProcessMetricsTest {

    @Test
    void theKernelsFiguresStandOnThePage() throws IOException {
        PrometheusRegistry registry = new PrometheusRegistry();
        ProcessMetrics.register(registry);
        String page = new String(new MetricsPage(registry).answer(Map.of()).body(), StandardCharsets.UTF_8);
        double begun = ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0;
        assertThat(figure(page, "process_start_time_seconds")).isCloseTo(begun, Offset.offset(60.0));
        assertThat(figure(page, "process_cpu_seconds_total")).isPositive();
        assertThat(figure(page, "process_open_fds")).isGreaterThan(2);
        assertThat(figure(page, "process_max_fds")).isGreaterThan(figure(page, "process_open_fds"));
        assertThat(figure(page, "process_resident_memory_bytes")).isGreaterThan(1 << 20);
        assertThat(figure(page, "process_virtual_memory_bytes"))
                .isGreaterThan(figure(page, "process_resident_memory_bytes"));
    }

    private static double figure(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
