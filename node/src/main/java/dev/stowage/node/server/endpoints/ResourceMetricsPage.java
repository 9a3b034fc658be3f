package dev.stowage.node.server.endpoints;

import dev.stowage.node.runtime.ContainerUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// The metrics of `/metrics/resource`, as the kubelet names them. The metrics API reads them.
final class ResourceMetricsPage {
    private final long now;
    private final StringBuilder page = new StringBuilder();

    private ResourceMetricsPage(Instant now) {
        this.now = now.toEpochMilli();
    }

    static String of(MachineStats machine, List<ContainerUsage> containers, Instant now) {
        ResourceMetricsPage page = new ResourceMetricsPage(now);
        page.family(
                "container_cpu_usage_seconds_total",
                "counter",
                "Cumulative cpu time consumed by the container in core-seconds",
                containers,
                one -> seconds(one.processor()));
        page.family(
                "container_memory_working_set_bytes",
                "gauge",
                "Current working set of the container in bytes",
                containers,
                one -> Long.toString(one.memory()));
        page.family(
                "container_start_time_seconds",
                "gauge",
                "Start time of the container since unix epoch in seconds",
                containers,
                one -> String.format(Locale.ROOT, "%.3f", one.since().toEpochMilli() / 1e3));
        page.head(
                "node_cpu_usage_seconds_total", "counter", "Cumulative cpu time consumed by the node in core-seconds");
        page.line("node_cpu_usage_seconds_total", "", seconds(Duration.ofNanos(machine.busyNanoseconds())));
        page.head("node_memory_working_set_bytes", "gauge", "Current working set of the node in bytes");
        page.line("node_memory_working_set_bytes", "", Long.toString(machine.usedBytes()));
        page.pods(containers);
        page.head(
                "resource_scrape_error",
                "gauge",
                "1 if there was an error while getting container metrics, 0 otherwise");
        page.page.append("resource_scrape_error 0\n");
        return page.page.toString();
    }

    private void pods(List<ContainerUsage> containers) {
        Map<String, Duration> processor = new LinkedHashMap<>();
        Map<String, Long> memory = new LinkedHashMap<>();
        for (ContainerUsage one : containers) {
            String labels = "{namespace=\"%s\",pod=\"%s\"}".formatted(one.namespace(), one.pod());
            processor.merge(labels, one.processor(), Duration::plus);
            memory.merge(labels, one.memory(), Long::sum);
        }
        head("pod_cpu_usage_seconds_total", "counter", "Cumulative cpu time consumed by the pod in core-seconds");
        processor.forEach((labels, time) -> line("pod_cpu_usage_seconds_total", labels, seconds(time)));
        head("pod_memory_working_set_bytes", "gauge", "Current working set of the pod in bytes");
        memory.forEach((labels, bytes) -> line("pod_memory_working_set_bytes", labels, Long.toString(bytes)));
    }

    private void family(
            String name,
            String type,
            String help,
            List<ContainerUsage> containers,
            Function<ContainerUsage, String> value) {
        head(name, type, help);
        for (ContainerUsage one : containers) {
            String labels = "{container=\"%s\",namespace=\"%s\",pod=\"%s\"}"
                    .formatted(one.container(), one.namespace(), one.pod());
            line(name, labels, value.apply(one));
        }
    }

    private void head(String name, String type, String help) {
        page.append("# HELP %s [STABLE] %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    }

    private void line(String name, String labels, String value) {
        page.append(name)
                .append(labels)
                .append(' ')
                .append(value)
                .append(' ')
                .append(now)
                .append('\n');
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f", time.toNanos() / 1e9);
    }
}
