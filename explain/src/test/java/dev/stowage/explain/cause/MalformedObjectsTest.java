package dev.stowage.explain.cause;

import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A bundle may come from anyone, and a server may have any version.
final class MalformedObjectsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<JsonNode> STRANGE = List.of(
            JSON.nullNode(),
            JSON.textNode(""),
            JSON.textNode("%s $(reboot) \u001b[31m"),
            JSON.numberNode(Long.MIN_VALUE),
            JSON.booleanNode(true),
            JSON.objectNode(),
            JSON.arrayNode().add(JSON.nullNode()).add(7));

    static Stream<CauseCase> cases() throws IOException {
        return CauseCasesTest.cases();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void anyFieldMayBeMissingOrStrange(CauseCase causeCase) {
        List<ObjectNode> objects = causeCase.objects();
        // The cases share most of their objects, so each case tries a different subset of values: this keeps
        // the test fast.
        int turn = Math.floorMod(causeCase.name().hashCode(), STRANGE.size());
        for (int i = 0; i < objects.size(); i++) {
            for (List<Object> path : paths(objects.get(i))) {
                // The kind comes from the request, not from the object.
                if (turn++ % 3 == 0 && !path.equals(List.of("kind"))) {
                    replace(causeCase, i, path, STRANGE.get(turn % STRANGE.size()));
                }
            }
        }
    }

    private static void replace(CauseCase causeCase, int index, List<Object> path, JsonNode strange) {
        List<ObjectNode> changed = new ArrayList<>(causeCase.objects());
        ObjectNode copy = changed.get(index).deepCopy();
        replace(copy, path, strange);
        changed.set(index, copy);
        assertThatCode(() -> causeCase.answer(changed))
                .as("%s with %s at %s", causeCase.name(), strange, path)
                .doesNotThrowAnyException();
    }

    private static void replace(JsonNode root, List<Object> path, JsonNode by) {
        JsonNode parent = root;
        for (Object step : path.subList(0, path.size() - 1)) {
            parent = step instanceof Integer i ? parent.get(i) : parent.get((String) step);
        }
        switch (parent) {
            case ObjectNode object -> object.set((String) path.getLast(), by);
            case ArrayNode array -> array.set((Integer) path.getLast(), by);
            default -> throw new AssertionError(path);
        }
    }

    private static List<List<Object>> paths(JsonNode node) {
        List<List<Object>> all = new ArrayList<>();
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(field -> below(all, field.getKey(), field.getValue()));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    below(all, i, array.get(i));
                }
            }
            default -> {}
        }
        return all;
    }

    private static void below(List<List<Object>> all, Object step, JsonNode value) {
        all.add(List.of(step));
        paths(value).forEach(rest -> {
            List<Object> path = new ArrayList<>();
            path.add(step);
            path.addAll(rest);
            all.add(path);
        });
    }
}
