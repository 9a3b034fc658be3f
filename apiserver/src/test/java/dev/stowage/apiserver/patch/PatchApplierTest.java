package dev.stowage.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The cases are in the resource files of this class: an object, the patch, and the result, or the code and
/// message of the error.
final class PatchApplierTest {
    private static final Schema WORKLOAD = SampleTypes.workload();

    @TestFactory
    Stream<DynamicTest> aJsonPatchMakesItsSteps() throws IOException {
        return cases(PatchType.JSON, "json-patch.yaml");
    }

    @TestFactory
    Stream<DynamicTest> aMergePatchIsLaidOverTheObject() throws IOException {
        return cases(PatchType.MERGE, "merge-patch.yaml");
    }

    @TestFactory
    Stream<DynamicTest> aStrategicMergePatchKnowsTheLists() throws IOException {
        return cases(PatchType.STRATEGIC, "strategic-merge-patch.yaml");
    }

    private static Stream<DynamicTest> cases(PatchType kind, String file) throws IOException {
        try (InputStream stream = Objects.requireNonNull(PatchApplierTest.class.getResourceAsStream(file))) {
            JsonNode cases = new YAMLMapper().readTree(stream);
            return cases.valueStream()
                    .map(one -> DynamicTest.dynamicTest(one.path("name").asText(), () -> check(kind, one)));
        }
    }

    private static void check(PatchType kind, JsonNode one) throws ApiException {
        ObjectNode now = one.path("now").isMissingNode() ? Json.object() : (ObjectNode) one.path("now");
        ObjectNode before = now.deepCopy();
        byte[] change = one.path("change").isTextual()
                ? one.path("change").textValue().getBytes(StandardCharsets.UTF_8)
                : Json.write(one.path("change"));
        if (one.has("then")) {
            ObjectNode result = PatchApplier.apply(kind, change, now, WORKLOAD);
            assertThat(result.toPrettyString()).isEqualTo(one.path("then").toPrettyString());
        } else {
            ApiException refused =
                    catchThrowableOfType(ApiException.class, () -> PatchApplier.apply(kind, change, now, WORKLOAD));
            assertThat(refused).isNotNull();
            assertThat(refused.statusReason().code())
                    .isEqualTo(one.path("refused").asInt());
            assertThat(refused).hasMessage(one.path("words").asText());
        }
        assertThat(now).isEqualTo(before);
    }

    @Test
    void aJsonPatchOfTooManyStepsIsRefused() {
        String steps = "{\"op\":\"test\",\"path\":\"/a\",\"value\":1},".repeat(10_000);
        String patch = "[" + steps + "{\"op\":\"test\",\"path\":\"/a\",\"value\":1}]";
        ApiException refused = refusal(patch, Json.object().put("a", 1));
        assertThat(refused.statusReason()).isEqualTo(StatusReason.TOO_LARGE);
        assertThat(refused)
                .hasMessage("Request entity too large: The allowed maximum operations in a JSON patch is 10000,"
                        + " got 10001");
    }

    @Test
    void aJsonPatchThatCopiesItsCopiesIsRefusedBeforeItFillsTheMemory() {
        String doubling = "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"},".repeat(60);
        String patch = "[" + doubling + "{\"op\":\"test\",\"path\":\"/b\"}]";
        ObjectNode object = Json.object();
        object.putArray("a").add("some text");
        assertThat(refusal(patch, object).statusReason()).isEqualTo(StatusReason.INVALID);
    }

    @Test
    void aRefusedChangeHasDetailsWithNothingInThem() {
        ObjectNode status =
                refusal("[{\"op\":\"remove\",\"path\":\"/a\"}]", Json.object()).status();
        assertThat(status.path("details").isObject()).isTrue();
        assertThat(status.path("code").intValue()).isEqualTo(422);
    }

    private static ApiException refusal(String patch, ObjectNode object) {
        byte[] body = patch.getBytes(StandardCharsets.UTF_8);
        return catchThrowableOfType(
                ApiException.class, () -> PatchApplier.apply(PatchType.JSON, body, object, WORKLOAD));
    }
}
