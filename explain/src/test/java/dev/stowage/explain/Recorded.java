package dev.stowage.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A picture of objects that were written down: each under the plural of its sort.
public final class Recorded {
    /// When all of them were taken.
    public static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private Recorded() {}

    /// @param name of a file in `recorded`
    public static Picture named(String name) {
        String file = "recorded/" + name + ".json";
        try (InputStream in = Objects.requireNonNull(Recorded.class.getResourceAsStream(file), file)) {
            return of(new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Picture of(String text) {
        try {
            return of(Json.read(text.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Picture of(JsonNode lists) {
        Map<Sort, List<Thing>> things = new EnumMap<>(Sort.class);
        for (Sort sort : Sort.values()) {
            things.put(
                    sort,
                    lists.path(sort.plural())
                            .valueStream()
                            .map(json -> new Thing(sort, json))
                            .toList());
        }
        return new Picture(NOW, "v1.36.3", things, Map.of());
    }

    /// What is said about the first object of that sort.
    public static Explanation explain(Picture picture, Sort sort) {
        return new Explainer().explain(picture, picture.all(sort).getFirst());
    }
}
