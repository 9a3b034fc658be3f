package dev.stowage.node.server.logs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.RuntimeContainer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.stream.Stream;

/// `/containerLogs/NAMESPACE/POD/CONTAINER`
public final class ContainerLogsHandler implements HttpHandler {
    private final PodLister podLister;
    private final ContainerExitWatcher containerExitWatcher;
    private final InstantSource clock;

    public ContainerLogsHandler(PodLister podLister, ContainerExitWatcher containerExitWatcher, InstantSource clock) {
        this.podLister = podLister;
        this.containerExitWatcher = containerExitWatcher;
        this.clock = clock;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException {
        String[] parts = exchange.path().split("/", -1);
        if (parts.length != 5) {
            throw new HttpException(404, "404 page not found");
        }
        LogOptions options = LogOptions.read(exchange.queryParameters(), clock.instant());
        NodePod pod = podLister
                .pod(parts[2], parts[3])
                .orElseThrow(() -> new HttpException(404, "pod \"" + parts[3] + "\" does not exist"));
        if (all(pod.spec(), "ontainers").noneMatch(one -> isNamed(one, parts[4]))) {
            throw new HttpException(404, "container \"%s\" not found in pod \"%s\"".formatted(parts[4], parts[3]));
        }
        RuntimeContainer container = podLister
                .container(pod.uid(), parts[4], options.previous())
                .orElseThrow(() -> new HttpException(400, whyNone(pod, parts[4], options.previous())));
        LogStream reading;
        try {
            reading = new LogStream(container.log(), options);
        } catch (IOException e) {
            throw new HttpException(400, "failed to open log file \"" + container.log() + "\": " + e.getMessage());
        }
        try (reading) {
            send(exchange, reading, options, pod.uid(), container.id());
        }
    }

    private void send(HttpExchange exchange, LogStream reading, LogOptions options, String uid, String id)
            throws IOException, InterruptedException {
        Runnable leave = () -> {};
        OutputStream out;
        if (options.follow()) {
            leave = containerExitWatcher.follow(uid, id, reading::end);
            out = exchange.followStream("text/plain", reading::abandon);
        } else {
            out = exchange.stream("text/plain");
        }
        try {
            reading.copy(out);
            // A response that broke off must not look complete, so it is not closed then.
            out.close();
        } finally {
            leave.run();
        }
    }

    private static String whyNone(NodePod pod, String container, boolean previous) {
        String which =
                "container \"%s\" in pod \"%s\"".formatted(container, pod.meta().name());
        if (previous) {
            return "previous terminated " + which + " not found";
        }
        String reason = all(pod.status(), "ontainerStatuses")
                .filter(one -> isNamed(one, container))
                .map(one -> one.path("state").path("waiting").path("reason").asText(""))
                .findFirst()
                .orElse("");
        return switch (reason) {
            case "" -> which + " is not available";
            case "ErrImagePull" -> which + " is waiting to start: image can't be pulled";
            case "ImagePullBackOff" -> which + " is waiting to start: trying and failing to pull image";
            default -> which + " is waiting to start: " + reason;
        };
    }

    private static boolean isNamed(JsonNode object, String name) {
        return object.path("name").asText("").equals(name);
    }

    private static Stream<JsonNode> all(JsonNode parent, String ending) {
        return Stream.of("c", "initC", "ephemeralC")
                .flatMap(kind -> parent.path(kind + ending).valueStream());
    }
}
