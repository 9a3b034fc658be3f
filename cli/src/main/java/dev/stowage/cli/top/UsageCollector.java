package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Lists claims and pods, and queries each kubelet through the API server for its statistics.
///
/// @param namespace empty for all
record UsageCollector(KubeClient api, String namespace, SortKey sortKey) {
    /// The timeout for a node: the API server waits longer for one that is down.
    private static final Duration NODE_TIME = Duration.ofSeconds(5);

    TopReport collect() throws IOException, InterruptedException {
        List<JsonNode> claims = list("persistentvolumeclaims");
        List<JsonNode> pods = list("pods");
        Map<String, NodeVolumeStats> figures = figures(UsageRows.nodes(pods));
        List<UsageRow> rows = new UsageRows(claims, pods, figures)
                .all().stream().sorted(sortKey.comparator()).toList();
        return new TopReport(Clock.systemUTC().instant(), rows, figures);
    }

    private List<JsonNode> list(String plural) throws IOException, InterruptedException {
        String scope = namespace.isEmpty() ? "" : "/namespaces/" + encoded(namespace);
        List<JsonNode> items = new ArrayList<>();
        api.read("/api/v1" + scope + "/" + plural).path("items").forEach(items::add);
        return items;
    }

    private Map<String, NodeVolumeStats> figures(List<String> nodes) throws InterruptedException {
        Map<String, NodeVolumeStats> figures = new TreeMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<NodeVolumeStats>> calls = nodes.stream()
                    .<Callable<NodeVolumeStats>>map(node -> () -> ask(node))
                    .toList();
            List<Future<NodeVolumeStats>> answers = threads.invokeAll(calls, NODE_TIME.toNanos(), TimeUnit.NANOSECONDS);
            for (int i = 0; i < nodes.size(); i++) {
                figures.put(nodes.get(i), answer(answers.get(i)));
            }
        }
        return figures;
    }

    private NodeVolumeStats ask(String node) throws InterruptedException {
        try {
            return NodeVolumeStats.read(
                    api.read("/api/v1/nodes/" + encoded(node) + "/proxy/stats/summary", "application/json"));
        } catch (ApiFailure e) {
            return new NodeVolumeStats.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    private static NodeVolumeStats answer(Future<NodeVolumeStats> future) throws InterruptedException {
        try {
            return future.get();
        } catch (CancellationException e) {
            return new NodeVolumeStats.Unavailable("no response within " + NODE_TIME.toSeconds() + "s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw new IllegalStateException("reading the statistics of a node failed", e.getCause());
        }
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
