package dev.stowage.apiserver.managedfields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FieldSetTest {
    private static final String SOME = """
            {"f:metadata":{"f:labels":{".":{},"f:a":{}}},
             "f:spec":{"f:ports":{"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:name":{}}},
                       "f:set":{"v:\\"x\\"":{}}}}""";

    @Test
    void whatIsDecodedIsEncodedTheSame() throws JsonProcessingException {
        assertThat(FieldsV1.encode(FieldsV1.decode(json(SOME)))).isEqualTo(json(SOME));
    }

    @Test
    void fieldsOfARequestAreWrittenInCanonicalForm() throws JsonProcessingException {
        JsonNode sent = json("{\"k:{\\\"protocol\\\" : \\\"TCP\\\", \\\"port\\\":80}\":{}, \"x:unknown\":{}}");
        assertThat(FieldsV1.encode(FieldsV1.read(sent)))
                .hasToString("{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{}}");
    }

    @Test
    void aStepThatCannotBeReadIsRefused() throws JsonProcessingException {
        JsonNode noColon = json("{\"nothing\":{}}");
        JsonNode noJson = json("{\"v:{\":{}}");
        assertThatThrownBy(() -> FieldsV1.read(noColon)).isInstanceOf(JsonProcessingException.class);
        assertThatThrownBy(() -> FieldsV1.read(noJson)).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void membersComeInTheOrderOfTheirKindAndValue() {
        List<String> steps = List.of("v:\"a\"", "v:10", "v:9", "k:{\"a\":10}", "k:{\"a\":9}", "f:b", "f:a", "i:2");
        assertThat(PathElement.sorted(steps))
                .containsExactly("f:a", "f:b", "k:{\"a\":9}", "k:{\"a\":10}", "v:9", "v:10", "v:\"a\"", "i:2");
    }

    @Test
    void aDifferenceLeavesWhatIsBelow() {
        FieldSet all = FieldSet.of("a", "a.b", "a.c", "d");
        assertThat(paths(all.difference(FieldSet.of("a", "a.b")))).containsExactly(".d", ".a.c");
        assertThat(paths(all.without(FieldSet.of("a")))).containsExactly(".d");
        assertThat(paths(all.without(FieldSet.of("a.b")))).containsExactly(".a", ".d", ".a.c");
    }

    @Test
    void unionAndIntersectionAreOfMembersOnly() {
        FieldSet one = FieldSet.of("a.b", "c");
        FieldSet other = FieldSet.of("a", "c", "d");
        assertThat(paths(one.union(other))).containsExactly(".a", ".c", ".d", ".a.b");
        assertThat(paths(one.intersection(other))).containsExactly(".c");
    }

    @Test
    void anEncodedSetMeetsAnotherWhereBothHaveAMember() throws JsonProcessingException {
        assertThat(FieldsV1.meets(json(SOME), FieldSet.of("metadata.labels"))).isTrue();
        assertThat(FieldsV1.meets(json(SOME), FieldSet.of("metadata.labels.a"))).isTrue();
        assertThat(FieldsV1.meets(json(SOME), FieldSet.of("metadata", "metadata.labels.b", "spec.x")))
                .isFalse();
    }

    @Test
    void aPathIsShownAsPeopleReadIt() {
        List<String> path = List.of("f:spec", "k:{\"name\":\"a\\\"b\",\"port\":80}", "v:true", "i:3");
        assertThat(PathElement.shown(path)).isEqualTo(".spec[name=\"a\\\"b\",port=80][=true][3]");
    }

    private static List<String> paths(FieldSet set) {
        List<String> paths = new ArrayList<>();
        set.forEach(path -> paths.add(PathElement.shown(path)));
        return paths;
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
