package dev.stowage.kube.informer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.ObjectList;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Lists and then watches a resource. Only one object at a time is in memory as JSON.
final class Reflector<T extends KubeObject> {
    private static final int SHORTEST_WATCH_SECONDS = 300;
    private static final int SLACK_SECONDS = 30;

    private final KubeClient api;
    private final String path;
    private final Kind<T> kind;
    private final String selector;
    private final Store<T> store;
    private final ScheduledExecutorService timer;

    /// @param selector a query such as `labelSelector=…`, or empty
    Reflector(
            KubeClient api,
            String path,
            Kind<T> kind,
            String selector,
            Store<T> store,
            ScheduledExecutorService timer) {
        this.api = api;
        this.path = path;
        this.kind = kind;
        this.selector = selector.isEmpty() ? "" : "&" + selector;
        this.store = store;
        this.timer = timer;
    }

    /// @return the version of the list
    String list() throws IOException, InterruptedException {
        ObjectList<T> objectList;
        try (InputStream in = api.stream(path + "?resourceVersion=0" + selector, kind)) {
            objectList = ObjectList.read(in, kind);
        }
        String version = objectList.resourceVersion();
        store.replace(objectList.items(), version.isEmpty() ? 0 : Long.parseLong(version));
        return version;
    }

    /// Follows changes until the server ends the watch.
    ///
    /// @return the version to continue from
    /// @throws ApiFailure `Gone` when the version is too old to watch from
    String watch(String from) throws IOException, InterruptedException {
        int seconds = SHORTEST_WATCH_SECONDS + ThreadLocalRandom.current().nextInt(SHORTEST_WATCH_SECONDS);
        String version = from;
        try (InputStream in = api.stream(
                        path + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=" + seconds + "&resourceVersion="
                                + from + selector,
                        kind);
                JsonParser parser = Json.parser(in)) {
            // Without this, a connection that died silently would block forever.
            var overdue = timer.schedule(() -> closeQuietly(in), seconds + SLACK_SECONDS, TimeUnit.SECONDS);
            try {
                while (parser.nextToken() != null) {
                    ObjectNode event = parser.readValueAsTree();
                    version = apply(event, version);
                }
            } finally {
                overdue.cancel(false);
            }
        }
        return version;
    }

    private String apply(ObjectNode event, String version) throws ApiFailure {
        JsonNode object = event.path("object");
        switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" -> store.put(kind.read(object));
            case "DELETED" -> store.remove(kind.read(object));
            case "ERROR" ->
                throw new ApiFailure(
                        object.path("code").asInt(500),
                        object.path("reason").asText(""),
                        object.path("message").asText("the watch failed"),
                        null);
            default -> {
                // Bookmarks carry only the version.
            }
        }
        String reached = object.path("metadata").path("resourceVersion").asText("");
        return reached.isEmpty() ? version : reached;
    }

    private static void closeQuietly(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            // The reader gets the error.
        }
    }
}
