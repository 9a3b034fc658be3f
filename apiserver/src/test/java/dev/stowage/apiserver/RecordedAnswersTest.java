package dev.stowage.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.apiserver.schema.ObjectDecoder;
import dev.stowage.apiserver.schema.SchemaDefaulting;
import dev.stowage.apiserver.schema.TypeMismatchException;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares the results of writes to built-in resources with recorded responses of kube-apiserver 1.36.3.
final class RecordedAnswersTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<ResourceDescriptor> RESOURCES = BuiltInResources.all(BuiltInTypes::of);

    static Stream<Named<JsonNode>> answers() throws IOException {
        List<Named<JsonNode>> answers = new ArrayList<>();
        for (String name : List.of("answers-1.36.3.jsonl", "storage-answers-1.36.3.jsonl")) {
            read(name, answers);
        }
        return answers.stream();
    }

    private static void read(String name, List<Named<JsonNode>> answers) throws IOException {
        try (InputStream file = Objects.requireNonNull(RecordedAnswersTest.class.getResourceAsStream(name), name)) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                JsonNode answer = Json.read(line.getBytes(StandardCharsets.UTF_8));
                answers.add(Named.of(JsonTree.text(answer, "kind") + ": " + JsonTree.text(answer, "title"), answer));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void theAnswerIsThatOfTheRealServer(JsonNode answer) throws ApiException, TypeMismatchException {
        ResourceDescriptor resourceDescriptor = RESOURCES.stream()
                .filter(each -> each.names().kind().equals(JsonTree.text(answer, "kind")))
                .findFirst()
                .orElseThrow();
        Struct type = (Struct) resourceDescriptor.schema().of(resourceDescriptor.storage());
        ObjectNode object =
                ObjectDecoder.tree((ObjectNode) answer.path("sent"), type).object();
        SchemaDefaulting.fill(object, type);
        FieldErrors fieldErrors = new FieldErrors();
        List<String> warnings = write(resourceDescriptor, object, answer, fieldErrors);
        CanonicalForm.object(object, type);

        String name = JsonTree.text(object, "metadata", "name");
        String told = fieldErrors.isEmpty()
                ? ""
                : ApiException.invalid(
                                resourceDescriptor.group(),
                                resourceDescriptor.names().kind(),
                                name,
                                fieldErrors)
                        .getMessage();
        assertThat(told).isEqualTo(JsonTree.text(answer, "refused"));
        if (fieldErrors.isEmpty()) {
            assertThat(contents(object)).isEqualTo(contents(answer.path("made")));
            List<String> expected = new ArrayList<>();
            JsonTree.list(answer, "warnings").forEach(warning -> expected.add(unquoted(warning.asText())));
            assertThat(warnings).isEqualTo(expected);
        }
    }

    private static List<String> write(
            ResourceDescriptor resourceDescriptor, ObjectNode object, JsonNode answer, FieldErrors fieldErrors)
            throws ApiException {
        ResourceStrategy resourceStrategy = resourceDescriptor.resourceStrategy();
        resourceStrategy.complete(object);
        if (!(answer.path("old") instanceof ObjectNode old)) {
            resourceStrategy.prepareForCreate(object, AROUND);
            resourceStrategy.validate(object, fieldErrors);
            return resourceStrategy.warnings(object);
        }
        if (!JsonTree.text(answer, "part").equals("status")) {
            if (resourceDescriptor.status() != StatusStrategy.NONE) {
                object.set("status", old.get("status").deepCopy());
            }
            resourceStrategy.prepareForUpdate(object, old, AROUND);
            resourceStrategy.validateUpdate(object, old, fieldErrors);
            return resourceStrategy.warnings(object);
        }
        object.set("spec", old.get("spec").deepCopy());
        if (resourceDescriptor.status() == StatusStrategy.KEEPS_METADATA) {
            object.set("metadata", old.get("metadata").deepCopy());
        }
        resourceStrategy.prepareForStatusUpdate(object, old, AROUND);
        resourceStrategy.validateStatusUpdate(object, old, fieldErrors);
        return List.of();
    }

    /// Without fields that differ between runs or belong to other parts of the server.
    private static ObjectNode contents(JsonNode object) {
        ObjectNode copy = object.deepCopy();
        JsonTree.ensure(copy, "metadata")
                .remove(List.of("uid", "resourceVersion", "creationTimestamp", "finalizers", "generation"));
        if (copy.path("status") instanceof ObjectNode status && status.has("lastPhaseTransitionTime")) {
            status.put("lastPhaseTransitionTime", "set");
        }
        return copy;
    }

    private static String unquoted(String warning) {
        return warning.substring(1, warning.length() - 1).replace("\\\"", "\"");
    }

    private static final StrategyContext AROUND = new StrategyContext() {
        @Override
        public Optional<ObjectNode> find(ObjectKey key) {
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
        public UserInfo user() {
            return new UserInfo("admin", "", List.of(), Map.of());
        }
    };
}
