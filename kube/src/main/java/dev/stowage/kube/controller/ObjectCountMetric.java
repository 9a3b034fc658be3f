package dev.stowage.kube.controller;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Number of objects, by labels. Counted on scrape.
public final class ObjectCountMetric {
    private final String name;
    private final String help;
    private final String[] labels;

    public ObjectCountMetric(String name, String help, String... labels) {
        this.name = name;
        this.help = help;
        this.labels = labels.clone();
    }

    /// @param all the objects at the time of the scrape
    /// @param values of the labels, in their order
    public <T> void register(PrometheusRegistry registry, Supplier<Stream<T>> all, Function<T, List<String>> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(callback -> {
                    Map<List<String>, Integer> counts = new HashMap<>();
                    all.get().forEach(each -> counts.merge(values.apply(each), 1, Integer::sum));
                    counts.forEach((group, number) -> callback.call(number, group.toArray(String[]::new)));
                })
                .register(registry);
    }
}
