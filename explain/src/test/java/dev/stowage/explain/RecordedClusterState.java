package dev.stowage.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A cluster state of recorded objects, each under the plural of its kind.
public final class RecordedClusterState {
    /// The time of all recordings.
    public static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private RecordedClusterState() {}

    /// @param name of a file in `recorded`
    public static ClusterState named(String name) {
        String file = "recorded/" + name + ".json";
        try (InputStream in = Objects.requireNonNull(RecordedClusterState.class.getResourceAsStream(file), file)) {
            return of(new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ClusterState of(String text) {
        try {
            return of(Json.read(text.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ClusterState of(JsonNode lists) {
        Map<ResourceKind, List<KubeResource>> things = new EnumMap<>(ResourceKind.class);
        for (ResourceKind resourceKind : ResourceKind.values()) {
            things.put(
                    resourceKind,
                    lists.path(resourceKind.plural())
                            .valueStream()
                            .map(json -> new KubeResource(resourceKind, json))
                            .toList());
        }
        return new ClusterState(NOW, "v1.36.3", things, Map.of());
    }

    /// The explanation of the first object of that kind.
    public static Explanation explain(ClusterState clusterState, ResourceKind resourceKind) {
        return new Explainer()
                .explain(clusterState, clusterState.all(resourceKind).getFirst());
    }
}
