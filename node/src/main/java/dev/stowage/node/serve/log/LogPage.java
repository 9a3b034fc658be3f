package dev.stowage.node.serve.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.run.Census;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.serve.http.Exchange;
import dev.stowage.node.serve.http.Handler;
import dev.stowage.node.serve.http.Refusal;
import dev.stowage.node.spec.NodePod;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.stream.Stream;

/// `/containerLogs/NAMESPACE/POD/CONTAINER`
public final class LogPage implements Handler {
    private final Census census;
    private final Endings endings;
    private final InstantSource clock;

    public LogPage(Census census, Endings endings, InstantSource clock) {
        this.census = census;
        this.endings = endings;
        this.clock = clock;
    }

    @Override
    public void answer(Exchange exchange) throws IOException, Refusal, InterruptedException {
        String[] parts = exchange.path().split("/", -1);
        if (parts.length != 5) {
            throw new Refusal(404, "404 page not found");
        }
        LogOptions options = LogOptions.read(exchange.query(), clock.instant());
        NodePod pod = census.pod(parts[2], parts[3])
                .orElseThrow(() -> new Refusal(404, "pod \"" + parts[3] + "\" does not exist"));
        if (all(pod.spec(), "ontainers").noneMatch(one -> isNamed(one, parts[4]))) {
            throw new Refusal(404, "container \"%s\" not found in pod \"%s\"".formatted(parts[4], parts[3]));
        }
        RunningContainer container = census.container(pod.uid(), parts[4], options.previous())
                .orElseThrow(() -> new Refusal(400, whyNone(pod, parts[4], options.previous())));
        LogReading reading;
        try {
            reading = new LogReading(container.log(), options);
        } catch (IOException e) {
            throw new Refusal(400, "failed to open log file \"" + container.log() + "\": " + e.getMessage());
        }
        try (reading) {
            send(exchange, reading, options, pod.uid(), container.id());
        }
    }

    private void send(Exchange exchange, LogReading reading, LogOptions options, String uid, String id)
            throws IOException, InterruptedException {
        Runnable leave = () -> {};
        OutputStream out;
        if (options.follow()) {
            leave = endings.follow(uid, id, reading::end);
            out = exchange.lastingStream("text/plain", reading::abandon);
        } else {
            out = exchange.stream("text/plain");
        }
        try {
            reading.copy(out);
            // What broke off in the middle must not look whole, so nobody closes it then.
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
