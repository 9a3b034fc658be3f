package dev.stowage.apiserver.resourcemetrics;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the kubelet of a node reported at one moment.
///
/// @param node of the whole machine
record NodeSample(Usage node, Map<ContainerKey, Usage> containers) {
    private static final Pattern LINE = Pattern.compile("([a-z_]+)(?:\\{([^}]*)})? ([0-9.eE+-]+)(?: ([0-9]{1,18}))?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"\\\\]*)\"");

    NodeSample {
        containers = Map.copyOf(containers);
    }

    record ContainerKey(String namespace, String pod, String container) {}

    /// @param processor seconds of processor time since the start
    /// @param memory in bytes
    /// @param started when it started, if that is known
    record Usage(
            Instant at,
            double processor,
            double memory,
            @Nullable Instant started) {}

    private static final class Builder {
        private Instant at;
        private double processor = Double.NaN;
        private double memory = Double.NaN;
        private @Nullable Instant started;

        Builder(Instant at) {
            this.at = at;
        }

        boolean isComplete() {
            return !Double.isNaN(processor) && !Double.isNaN(memory);
        }

        Usage done() {
            return new Usage(at, processor, memory, started);
        }
    }

    /// @param page of `/metrics/resource`; lines that are not understood are left out
    /// @param now for lines without a time
    static NodeSample parse(String page, Instant now) {
        Builder node = new Builder(now);
        Map<ContainerKey, Builder> containers = new HashMap<>();
        page.lines().forEach(line -> {
            Matcher match = LINE.matcher(line);
            if (!match.matches()) {
                return;
            }
            double value = number(match.group(3));
            Instant at = match.group(4) == null ? now : Instant.ofEpochMilli(Long.parseLong(match.group(4)));
            Builder one = match.group(1).startsWith("container_")
                    ? containers.computeIfAbsent(key(match.group(2)), _ -> new Builder(now))
                    : node;
            switch (match.group(1)) {
                case "node_cpu_usage_seconds_total", "container_cpu_usage_seconds_total" -> {
                    one.processor = value;
                    one.at = at;
                }
                case "node_memory_working_set_bytes", "container_memory_working_set_bytes" -> one.memory = value;
                case "container_start_time_seconds" -> one.started = Instant.ofEpochMilli((long) (value * 1000));
                default -> {}
            }
        });
        Map<ContainerKey, Usage> complete = new HashMap<>();
        containers.forEach((key, builder) -> {
            if (builder.isComplete()) {
                complete.put(key, builder.done());
            }
        });
        return new NodeSample(node.done(), complete);
    }

    private static ContainerKey key(@Nullable String labels) {
        Map<String, String> found = new HashMap<>();
        Matcher label = LABEL.matcher(labels == null ? "" : labels);
        while (label.find()) {
            found.put(label.group(1), label.group(2));
        }
        return new ContainerKey(
                found.getOrDefault("namespace", ""),
                found.getOrDefault("pod", ""),
                found.getOrDefault("container", ""));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }
}
