package dev.stowage.explain.cause;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.Explainer;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// A cluster in a few lines, a question about it, and the answer that belongs to it.
///
/// `pod b {spec: {nodeName: 'n2'}}` is an object as [Model] knows it, with fields of its own; `event pod/b 30s 4
/// FailedMount: text` was told; `unseen va why` could not be looked at; `explain pod/b` is the question.
///
/// @param name what the case shows
/// @param expected the first finding in full, and the names of the others
record Situated(String name, List<ObjectNode> objects, Map<Sort, String> unseen, String question, String expected) {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    static Stream<Situated> of(String file) throws IOException {
        try (InputStream text = Objects.requireNonNull(Situated.class.getResourceAsStream(file), file)) {
            String all = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(all.split("\n(?=# )")).map(Situated::read).toList().stream();
        }
    }

    private static Situated read(String text) {
        String[] halves = text.split("\n----\n", 2);
        assertThat(halves).as(text).hasSize(2);
        List<ObjectNode> objects = new ArrayList<>();
        Map<Sort, String> unseen = new EnumMap<>(Sort.class);
        String question = "";
        String[] lines = halves[0].split("\n(?! )");
        for (String line : List.of(lines).subList(1, lines.length)) {
            String[] words = line.split("\\s+", 3);
            switch (words[0]) {
                case "explain" -> question = words[1];
                case "unseen" -> unseen.put(Sort.of(words[1]).orElseThrow(), words[2]);
                case "event" -> objects.add(Model.event(words[1], words[2]));
                default -> objects.add(Model.object(words[0], words[1], words.length > 2 ? words[2] : "{}"));
            }
        }
        return new Situated(lines[0].substring(2), objects, unseen, question, halves[1].strip());
    }

    Explanation answer() {
        return answer(objects);
    }

    /// @param seen instead of its own objects
    Explanation answer(List<ObjectNode> seen) {
        Map<Sort, List<Thing>> things = new EnumMap<>(Sort.class);
        for (ObjectNode each : seen) {
            Sort sort = Sort.of(each.path("kind").asText()).orElseThrow();
            things.computeIfAbsent(sort, _ -> new ArrayList<>()).add(new Thing(sort, each));
        }
        Picture picture = new Picture(NOW, "v1.36.3", things, unseen);
        String[] asked = question.split("/", 2);
        Sort sort = Sort.of(asked[0]).orElseThrow();
        Thing subject = picture.all(sort).stream()
                .filter(each -> each.name().equals(asked[1]))
                .findFirst()
                .orElseGet(() -> picture.all(sort).getFirst());
        return new Explainer().explain(picture, subject);
    }

    @Override
    public String toString() {
        return name;
    }
}
