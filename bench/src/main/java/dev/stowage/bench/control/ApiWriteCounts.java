package dev.stowage.bench.control;

import dev.stowage.interop.cluster.Kubectl;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The writes that the API server has answered so far, by its own count.
///
/// @param counts by verb, resource and answer, such as `PATCH persistentvolumes/status 200`
record ApiWriteCounts(Map<String, Double> counts) {

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Set<String> VERBS = Set.of("POST", "PUT", "PATCH", "APPLY", "DELETE");

    /// Not counted: leases are renewed periodically, config maps only serve measurements, reviews change nothing.
    private static final Set<String> UNCOUNTED = Set.of(
            "leases",
            "configmaps",
            "tokenreviews",
            "subjectaccessreviews",
            "selfsubjectaccessreviews",
            "serviceaccounts");

    static ApiWriteCounts now(Kubectl kubectl) throws IOException, InterruptedException {
        return of(kubectl.output("get", "--raw", "/metrics").lines().toList());
    }

    static ApiWriteCounts of(List<String> metrics) {
        Map<String, Double> counts = new TreeMap<>();
        for (String line : metrics) {
            if (!line.startsWith("apiserver_request_total{")) {
                continue;
            }
            Map<String, String> labels = labels(line);
            String resource = labels.getOrDefault("resource", "");
            if (VERBS.contains(labels.getOrDefault("verb", "")) && !UNCOUNTED.contains(resource)) {
                String part = labels.getOrDefault("subresource", "");
                counts.merge(
                        labels.get("verb") + " " + resource + (part.isEmpty() ? "" : "/" + part) + " "
                                + labels.getOrDefault("code", ""),
                        Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)),
                        Double::sum);
            }
        }
        return new ApiWriteCounts(counts);
    }

    private static Map<String, String> labels(String line) {
        Map<String, String> labels = new TreeMap<>();
        Matcher each = LABEL.matcher(line);
        while (each.find()) {
            labels.put(each.group(1), each.group(2));
        }
        return labels;
    }

    ApiWriteCounts since(ApiWriteCounts before) {
        Map<String, Double> more = new TreeMap<>();
        counts.forEach((what, count) -> {
            double difference = count - before.counts.getOrDefault(what, 0.0);
            if (difference > 0) {
                more.put(what, difference);
            }
        });
        return new ApiWriteCounts(more);
    }

    double all() {
        return sum("");
    }

    double events() {
        return sum(" events ");
    }

    double conflicts() {
        return sum(" 409");
    }

    private double sum(String part) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().contains(part))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /// The writes per object, for this many objects.
    String each(int count) {
        return counts.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, "%s %.2f", entry.getKey(), entry.getValue() / count))
                .collect(Collectors.joining(", "));
    }
}
