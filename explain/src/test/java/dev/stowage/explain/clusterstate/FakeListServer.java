package dev.stowage.explain.clusterstate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ApiTransport;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A server that returns a given number of objects at some paths, and forbids the others.
///
/// @param lists how many objects are at each path
record FakeListServer(Map<String, Integer> lists, Queue<String> asked) implements ApiTransport {

    FakeListServer(Map<String, Integer> lists) {
        this(Map.copyOf(lists), new ConcurrentLinkedQueue<>());
    }

    @Override
    public InputStream open(ApiRequest apiRequest) throws ApiFailure {
        asked.add(apiRequest.path());
        if (apiRequest.path().equals("/version")) {
            return text("{\"gitVersion\": \"v1.36.3\"}");
        }
        String path = apiRequest.path().replaceAll("\\?.*", "");
        Integer count = lists.get(path);
        if (count == null) {
            boolean snapshots = path.contains("snapshot");
            throw new ApiFailure(snapshots ? 404 : 403, snapshots ? "NotFound" : "Forbidden", "no " + path, null);
        }
        int limit = Integer.parseInt(apiRequest.path().replaceAll(".*limit=(\\d+).*", "$1"));
        int begin = apiRequest.path().contains("continue=")
                ? Integer.parseInt(apiRequest.path().replaceAll(".*continue=", ""))
                : 0;
        int end = Math.min(count, begin + limit);
        String items = IntStream.range(begin, end)
                .mapToObj("{\"metadata\": {\"name\": \"x-%1$d\", \"managedFields\": [{}]}}"::formatted)
                .collect(Collectors.joining(","));
        return text("{\"metadata\": {\"continue\": \"%s\"}, \"items\": [%s]}".formatted(end < count ? end : "", items));
    }

    private static InputStream text(String json) {
        return new ByteArrayInputStream(json.getBytes(UTF_8));
    }

    @Override
    public void close() {}
}
