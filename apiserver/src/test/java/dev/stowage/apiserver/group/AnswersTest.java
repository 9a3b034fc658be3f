package dev.stowage.apiserver.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.schema.Decoder;
import dev.stowage.apiserver.schema.MismatchException;
import dev.stowage.apiserver.schema.Presets;
import dev.stowage.apiserver.schema.Schema.Struct;
import dev.stowage.apiserver.schema.Tidy;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.store.Key;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What becomes of writes to built-in resources, against what a kube-apiserver 1.36.3 answered to the same writes.
final class AnswersTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<Resource> RESOURCES = BuiltIns.all(Types::of);

    static Stream<Named<JsonNode>> answers() throws IOException {
        List<Named<JsonNode>> answers = new ArrayList<>();
        for (String name : List.of("answers-1.36.3.jsonl", "storage-answers-1.36.3.jsonl")) {
            read(name, answers);
        }
        return answers.stream();
    }

    private static void read(String name, List<Named<JsonNode>> answers) throws IOException {
        try (InputStream file = Objects.requireNonNull(AnswersTest.class.getResourceAsStream(name), name)) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                JsonNode answer = Json.read(line.getBytes(StandardCharsets.UTF_8));
                answers.add(Named.of(Tree.text(answer, "kind") + ": " + Tree.text(answer, "title"), answer));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void theAnswerIsThatOfTheRealServer(JsonNode answer) throws ApiException, MismatchException {
        Resource resource = RESOURCES.stream()
                .filter(each -> each.names().kind().equals(Tree.text(answer, "kind")))
                .findFirst()
                .orElseThrow();
        Struct type = (Struct) resource.schema().of(resource.storage());
        ObjectNode object = Decoder.tree((ObjectNode) answer.path("sent"), type).object();
        Presets.fill(object, type);
        Problems problems = new Problems();
        List<String> warnings = write(resource, object, answer, problems);
        Tidy.object(object, type);

        String name = Tree.text(object, "metadata", "name");
        String told = problems.isEmpty()
                ? ""
                : ApiException.invalid(resource.group(), resource.names().kind(), name, problems)
                        .getMessage();
        assertThat(told).isEqualTo(Tree.text(answer, "refused"));
        if (problems.isEmpty()) {
            assertThat(contents(object)).isEqualTo(contents(answer.path("made")));
            List<String> expected = new ArrayList<>();
            Tree.list(answer, "warnings").forEach(warning -> expected.add(unquoted(warning.asText())));
            assertThat(warnings).isEqualTo(expected);
        }
    }

    private static List<String> write(Resource resource, ObjectNode object, JsonNode answer, Problems problems)
            throws ApiException {
        Strategy strategy = resource.strategy();
        strategy.complete(object);
        if (!(answer.path("old") instanceof ObjectNode old)) {
            strategy.creating(object, AROUND);
            strategy.validate(object, problems);
            return strategy.warnings(object);
        }
        if (!Tree.text(answer, "part").equals("status")) {
            if (resource.status() != StatusRule.NONE) {
                object.set("status", old.get("status").deepCopy());
            }
            strategy.updating(object, old, AROUND);
            strategy.validateUpdate(object, old, problems);
            return strategy.warnings(object);
        }
        object.set("spec", old.get("spec").deepCopy());
        if (resource.status() == StatusRule.KEEPS_METADATA) {
            object.set("metadata", old.get("metadata").deepCopy());
        }
        strategy.updatingStatus(object, old, AROUND);
        strategy.validateStatusUpdate(object, old, problems);
        return List.of();
    }

    /// Without what is of the moment, and of other parts of the server.
    private static ObjectNode contents(JsonNode object) {
        ObjectNode copy = object.deepCopy();
        Tree.ensure(copy, "metadata")
                .remove(List.of("uid", "resourceVersion", "creationTimestamp", "finalizers", "generation"));
        if (copy.path("status") instanceof ObjectNode status && status.has("lastPhaseTransitionTime")) {
            status.put("lastPhaseTransitionTime", "set");
        }
        return copy;
    }

    private static String unquoted(String warning) {
        return warning.substring(1, warning.length() - 1).replace("\\\"", "\"");
    }

    private static final Surroundings AROUND = new Surroundings() {
        @Override
        public Optional<ObjectNode> find(Key key) {
            return Optional.empty();
        }

        @Override
        public List<ObjectNode> list(String resource, String namespace) {
            return List.of();
        }

        @Override
        public Instant now() {
            return NOW;
        }

        @Override
        public boolean enabled(String gate) {
            return false;
        }

        @Override
        public String user() {
            return "admin";
        }
    };
}
