package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import dev.stowage.node.runtime.RuntimePod;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Remembers containers: the runtime forgets them when the machine restarts or when they are removed, and their
/// pods must continue from there.
final class ContainerHistory {
    private static final int KILLED = 137;
    private static final String UNKNOWN = "ContainerStatusUnknown";
    private static final int KEPT = 2;

    private ContainerHistory() {}

    /// The last reported containers of a pod.
    ///
    /// @param logs the log directory of the pod
    static List<RuntimeContainer> fromStatus(NodePod pod, Path logs) {
        var containers = new ArrayList<RuntimeContainer>();
        for (String list : List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")) {
            for (JsonNode status : pod.status().path(list)) {
                int attempt = status.path("restartCount").asInt();
                JsonNode state = status.path("state");
                JsonNode last = status.path("lastState").path("terminated");
                if (state.has("running") || state.has("terminated")) {
                    containers.add(container(status, status, attempt, logs, state(state)));
                    attempt--;
                }
                if (last.has("containerID") && attempt >= 0) {
                    containers.add(container(status, last, attempt, logs, exited(last)));
                }
            }
        }
        return containers;
    }

    private static RuntimeContainer container(JsonNode status, JsonNode of, int attempt, Path logs, State state) {
        String name = status.path("name").asText("");
        String id = of.path("containerID").asText("");
        return new RuntimeContainer(
                id.substring(id.indexOf("://") < 0 ? 0 : id.indexOf("://") + 3),
                name,
                attempt,
                status.path("image").asText(""),
                status.path("imageID").asText(""),
                logs.resolve(name).resolve(attempt + ".log"),
                state);
    }

    private static State state(JsonNode state) {
        return state.has("running")
                ? new State.Running(time(state.path("running"), "startedAt"))
                : exited(state.path("terminated"));
    }

    private static State exited(JsonNode terminated) {
        return new State.Exited(
                terminated.path("exitCode").asInt(),
                terminated.path("signal").asInt(),
                terminated.path("reason").asText(""),
                terminated.path("message").asText(""),
                time(terminated, "startedAt"),
                time(terminated, "finishedAt"));
    }

    private static Instant time(JsonNode object, String field) {
        try {
            return Instant.parse(object.path(field).asText(""));
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /// Merges known containers with the runtime's current state, which takes precedence.
    ///
    /// @param words the termination message of a container
    static List<RuntimeContainer> with(
            List<RuntimeContainer> known,
            @Nullable RuntimePod running,
            Function<RuntimeContainer, String> words,
            Instant now) {
        var byAttempt = new TreeMap<Attempt, RuntimeContainer>();
        for (RuntimeContainer container : known) {
            byAttempt.put(Attempt.of(container), container.runs() ? lost(container, now) : container);
        }
        if (running != null) {
            for (RuntimeContainer container : running.containers()) {
                RuntimeContainer before = byAttempt.get(Attempt.of(container));
                boolean read = before != null && isRead(before, container);
                byAttempt.put(Attempt.of(container), read ? before : withMessage(container, words));
            }
        }
        var kept = new ArrayList<RuntimeContainer>();
        for (RuntimeContainer container : byAttempt.values()) {
            long later = byAttempt.keySet().stream()
                    .filter(other -> other.name().equals(container.name()) && other.attempt() > container.attempt())
                    .count();
            if (later < KEPT) {
                kept.add(container);
            }
        }
        return kept;
    }

    /// The result of an exited container is read only once.
    private static boolean isRead(RuntimeContainer known, RuntimeContainer now) {
        return known.state() instanceof State.Exited before
                && now.state() instanceof State.Exited
                && !before.reason().equals(UNKNOWN)
                && known.id().equals(now.id());
    }

    private static RuntimeContainer withMessage(RuntimeContainer container, Function<RuntimeContainer, String> words) {
        if (!(container.state() instanceof State.Exited exited)) {
            return container;
        }
        String message = exited.message() + words.apply(container);
        return with(
                container,
                new State.Exited(
                        exited.code(), exited.signal(), exited.reason(), message, exited.since(), exited.until()));
    }

    private static RuntimeContainer with(RuntimeContainer container, State state) {
        return new RuntimeContainer(
                container.id(),
                container.name(),
                container.attempt(),
                container.image(),
                container.imageId(),
                container.log(),
                state);
    }

    private static RuntimeContainer lost(RuntimeContainer container, Instant now) {
        Instant since = container.state() instanceof State.Running running ? running.since() : now;
        return with(
                container,
                new State.Exited(
                        KILLED,
                        0,
                        UNKNOWN,
                        "The container could not be located when the pod was terminated",
                        since,
                        now));
    }

    private record Attempt(String name, int attempt) implements Comparable<Attempt> {
        static Attempt of(RuntimeContainer container) {
            return new Attempt(container.name(), container.attempt());
        }

        @Override
        public int compareTo(Attempt other) {
            return Comparator.comparing(Attempt::name)
                    .thenComparingInt(Attempt::attempt)
                    .compare(this, other);
        }
    }
}
