package dev.stowage.explain.cause;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.Explainer;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
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

/// A cluster in a few lines, a question about it, and the expected answer.
///
/// `pod b {spec: {nodeName: 'n2'}}` is an object of [SampleObjects] with additional fields; `event pod/b 30s 4
/// FailedMount: text` is an event; `unseen va why` is a kind that could not be listed; `explain pod/b` is the
/// question.
///
/// @param name what the case shows
/// @param expected the first finding in full, and the names of the others
record CauseCase(
        String name, List<ObjectNode> objects, Map<ResourceKind, String> unseen, String question, String expected) {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    static Stream<CauseCase> of(String file) throws IOException {
        try (InputStream text = Objects.requireNonNull(CauseCase.class.getResourceAsStream(file), file)) {
            String all = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(all.split("\n(?=# )")).map(CauseCase::read).toList().stream();
        }
    }

    private static CauseCase read(String text) {
        String[] halves = text.split("\n----\n", 2);
        assertThat(halves).as(text).hasSize(2);
        List<ObjectNode> objects = new ArrayList<>();
        Map<ResourceKind, String> unseen = new EnumMap<>(ResourceKind.class);
        String question = "";
        String[] lines = halves[0].split("\n(?! )");
        for (String line : List.of(lines).subList(1, lines.length)) {
            String[] words = line.split("\\s+", 3);
            switch (words[0]) {
                case "explain" -> question = words[1];
                case "unseen" -> unseen.put(ResourceKind.of(words[1]).orElseThrow(), words[2]);
                case "event" -> objects.add(SampleObjects.event(words[1], words[2]));
                default -> objects.add(SampleObjects.object(words[0], words[1], words.length > 2 ? words[2] : "{}"));
            }
        }
        return new CauseCase(lines[0].substring(2), objects, unseen, question, halves[1].strip());
    }

    Explanation answer() {
        return answer(objects);
    }

    /// @param seen replaces its own objects
    Explanation answer(List<ObjectNode> seen) {
        Map<ResourceKind, List<KubeResource>> things = new EnumMap<>(ResourceKind.class);
        for (ObjectNode each : seen) {
            ResourceKind resourceKind =
                    ResourceKind.of(each.path("kind").asText()).orElseThrow();
            things.computeIfAbsent(resourceKind, _ -> new ArrayList<>()).add(new KubeResource(resourceKind, each));
        }
        ClusterState clusterState = new ClusterState(NOW, "v1.36.3", things, unseen);
        String[] asked = question.split("/", 2);
        ResourceKind resourceKind = ResourceKind.of(asked[0]).orElseThrow();
        KubeResource subject = clusterState.all(resourceKind).stream()
                .filter(each -> each.name().equals(asked[1]))
                .findFirst()
                .orElseGet(() -> clusterState.all(resourceKind).getFirst());
        return new Explainer().explain(clusterState, subject);
    }

    @Override
    public String toString() {
        return name;
    }
}
