package dev.stowage.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectDraftTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                        | {"metadata":{"resourceVersion":"7"}}
            {"metadata":null}                                         | {"metadata":{"resourceVersion":"7"}}
            {"metadata":{"resourceVersion":"3","uid":"u"},"a":1}      | {"metadata":{"resourceVersion":"7","uid":"u"},"a":1}
            {"a":{"metadata":{"resourceVersion":"3"}},"metadata":{}}  | {"a":{"metadata":{"resourceVersion":"3"}},"metadata":{"resourceVersion":"7"}}
            {"metadata":{"name":"ä€😀","uid":"u","generation":1}}      | {"metadata":{"name":"ä€😀","uid":"u","resourceVersion":"7","generation":1}}
            """)
    void aTreeGetsTheRevisionInPlaceOfItsOwn(String tree, String whole) throws JsonProcessingException {
        ObjectNode object = (ObjectNode) Json.read(tree.getBytes(StandardCharsets.UTF_8));

        assertThat(ObjectDraft.of(object).at(7))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(whole);
    }

    @Test
    void aTreeLargerThanAnyBufferHasItsHoleInTheRightPlace() {
        ObjectNode object = Json.object().put("before", "ä".repeat(100_000));
        object.putObject("metadata").put("uid", "u").put("name", "€".repeat(100_000));

        byte[] whole = ObjectDraft.of(object).at(1234);

        assertThat(Json.stored(whole).path("metadata").path("resourceVersion").textValue())
                .isEqualTo("1234");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"metadata":{"resourceVersion":"9"}}                                   | {"metadata":{"resourceVersion":"10"}}
            {"x":{"resourceVersion":"1"},"metadata":{"labels":{"resourceVersion":"2"},"resourceVersion":"9","a":"ä"}} | {"x":{"resourceVersion":"1"},"metadata":{"labels":{"resourceVersion":"2"},"resourceVersion":"10","a":"ä"}}
            """)
    void aKeptStateGetsAnotherRevision(String kept, String whole) {
        StoredObject storedObject =
                new StoredObject(new ObjectKey("pods", "a", "b"), 9, kept.getBytes(StandardCharsets.UTF_8), 0);

        assertThat(ObjectDraft.of(storedObject).at(10))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{}", "{\"metadata\":{}}", "{\"metadata\":1}", "{\"metadata\":{},\"resourceVersion\":\"3\"}"})
    void aStateWithoutARevisionIsNotTakenForOne(String kept) {
        StoredObject storedObject =
                new StoredObject(new ObjectKey("pods", "a", "b"), 9, kept.getBytes(StandardCharsets.UTF_8), 0);

        assertThatThrownBy(() -> ObjectDraft.of(storedObject)).isInstanceOf(IllegalArgumentException.class);
    }
}
