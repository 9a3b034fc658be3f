package dev.stowage.node.server.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.runtime.ContainerUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceMetricsPageTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

    @Test
    void containersPodsAndTheMachineAreReportedAsTheKubeletDoes() {
        List<ContainerUsage> containers = List.of(
                new ContainerUsage("u", "default", "web", "a", NOW.minusSeconds(60), Duration.ofMillis(1500), 1000),
                new ContainerUsage("u", "default", "web", "b", NOW.minusSeconds(50), Duration.ofMillis(500), 24));
        String page = ResourceMetricsPage.of(
                new MachineStats(NOW.minusSeconds(1000), Duration.ofSeconds(7).toNanos(), 10, 20), containers, NOW);
        assertThat(page.lines().filter(line -> !line.startsWith("# HELP")))
                .containsExactly(
                        "# TYPE container_cpu_usage_seconds_total counter",
                        "container_cpu_usage_seconds_total{container=\"a\",namespace=\"default\",pod=\"web\"} 1.50 1700000000000",
                        "container_cpu_usage_seconds_total{container=\"b\",namespace=\"default\",pod=\"web\"} 0.50 1700000000000",
                        "# TYPE container_memory_working_set_bytes gauge",
                        "container_memory_working_set_bytes{container=\"a\",namespace=\"default\",pod=\"web\"} 1000 1700000000000",
                        "container_memory_working_set_bytes{container=\"b\",namespace=\"default\",pod=\"web\"} 24 1700000000000",
                        "# TYPE container_start_time_seconds gauge",
                        "container_start_time_seconds{container=\"a\",namespace=\"default\",pod=\"web\"} 1699999940.000 1700000000000",
                        "container_start_time_seconds{container=\"b\",namespace=\"default\",pod=\"web\"} 1699999950.000 1700000000000",
                        "# TYPE node_cpu_usage_seconds_total counter",
                        "node_cpu_usage_seconds_total 7.00 1700000000000",
                        "# TYPE node_memory_working_set_bytes gauge",
                        "node_memory_working_set_bytes 20 1700000000000",
                        "# TYPE pod_cpu_usage_seconds_total counter",
                        "pod_cpu_usage_seconds_total{namespace=\"default\",pod=\"web\"} 2.00 1700000000000",
                        "# TYPE pod_memory_working_set_bytes gauge",
                        "pod_memory_working_set_bytes{namespace=\"default\",pod=\"web\"} 1024 1700000000000",
                        "# TYPE resource_scrape_error gauge",
                        "resource_scrape_error 0");
    }
}
