package dev.stowage.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Patches that make an object deeper or larger than one that can be stored.
final class PatchLimitsTest {
    private static final Schema ANY = new Schema.AnyJson();

    private static ObjectNode apply(PatchType kind, String patch) throws ApiException {
        return PatchApplier.apply(
                kind, patch.getBytes(StandardCharsets.UTF_8), Json.object().put("a", 1), ANY);
    }

    @ParameterizedTest
    @EnumSource(PatchType.class)
    void aPatchThatIsTooDeepIsRefused(PatchType kind) {
        for (int depth : new int[] {400, 5000}) {
            String patch = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
            assertThatThrownBy(() -> apply(kind, patch))
                    .isInstanceOf(ApiException.class)
                    .hasMessageContaining("exceeded max depth");
        }
    }

    private static void step(ArrayNode steps, String op, String from, String path) {
        steps.addObject().put("op", op).put("from", from).put("path", path).putObject("value");
    }

    static Stream<Arguments> deepSteps() {
        ArrayNode adds = Json.list();
        for (int i = 1; i <= 400; i++) {
            step(adds, "add", "", "/x".repeat(i));
        }
        ArrayNode moves = Json.list();
        for (int i = 0; i < 2_000; i++) {
            step(moves, "add", "", "/n" + i);
            step(moves, "move", "/m", "/n" + i + "/m");
            step(moves, "move", "/n" + i, "/m");
        }
        moves.insertObject(0).put("op", "add").put("path", "/m").putObject("value");
        ArrayNode copies = Json.list();
        copies.addAll(moves);
        step(copies, "copy", "/m", "/c");
        return Stream.of(
                Arguments.of("each adds a level", adds, "exceeded max depth"),
                Arguments.of("each moves all below another", moves, "exceeded max depth"),
                Arguments.of("what is deep is copied", copies, "the server rejected our request"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deepSteps")
    void stepsThatMakeAnObjectTooDeepAreRefused(String what, ArrayNode steps, String problem) {
        assertThatThrownBy(() -> apply(PatchType.JSON, steps.toString()))
                .as(what)
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void copiesAreLimited() {
        ArrayNode steps = Json.list();
        for (int i = 0; i < 40; i++) {
            step(steps, "copy", "/l", "/l/-");
        }
        steps.insertObject(0)
                .put("op", "add")
                .put("path", "/l")
                .putArray("value")
                .add("x".repeat(1000));

        assertThatThrownBy(() -> apply(PatchType.JSON, steps.toString())).isInstanceOf(ApiException.class);
    }

    @Test
    void stepsAreLimited() {
        ArrayNode steps = Json.list();
        for (int i = 0; i < 10_001; i++) {
            step(steps, "add", "", "/x");
        }

        assertThatThrownBy(() -> apply(PatchType.JSON, steps.toString()))
                .hasMessageContaining("The allowed maximum operations in a JSON patch is 10000, got 10001");
    }

    @Test
    void aDepthWithinTheLimitIsApplied() throws ApiException {
        String patch = "{\"a\":".repeat(250) + "1" + "}".repeat(250);

        assertThat(apply(PatchType.MERGE, patch).toString()).isEqualTo(patch);
    }
}
