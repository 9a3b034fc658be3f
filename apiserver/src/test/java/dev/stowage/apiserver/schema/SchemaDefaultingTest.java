package dev.stowage.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.EmptyValue;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaDefaultingTest {

    /// As a custom resource may have it: `size` is 3 when absent, `limit` may be null.
    private static final Struct CUSTOM = custom();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | {'size':3,'limit':3}",
                "{'size':4} | {'size':4,'limit':3}",
                "{'size':null,'limit':null} | {'size':3,'limit':null}",
                "{'size':0,'limit':''} | {'size':0,'limit':''}",
                "{'size':1,'limit':1,'list':[{},{'size':9}]} | {'size':1,'limit':1,'list':[{'size':3},{'size':9}]}",
                "{'size':1,'limit':1,'map':{'a':{}}} | {'size':1,'limit':1,'map':{'a':{'size':3}}}",
                "{'size':1,'limit':1,'list':5} | {'size':1,'limit':1,'list':5}",
            })
    void absentFieldsGetTheirPreset(String before, String after) throws Exception {
        ObjectNode object = object(before);

        SchemaDefaulting.fill(object, CUSTOM);

        assertThat(object).isEqualTo(object(after));
    }

    @Test
    void anEmptyTextOfABuiltInTypeIsAbsent() throws Exception {
        ObjectNode container = object("{'name':'c','ports':[{'containerPort':80},{'containerPort':81,'protocol':''}]}");

        SchemaDefaulting.fill(container, BuiltInTypes.of("io.k8s.api.core.v1.Container"));

        assertThat(container.findValuesAsText("protocol")).containsExactly("TCP", "TCP");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'size':1,'foo':2} | {'size':1} | foo",
                "{'list':[{'size':1,'foo':{}}]} | {'list':[{'size':1}]} | list[0].foo",
                "{'map':{'k':{'x':1}}} | {'map':{'k':{}}} | map.k.x",
                "{'open':{'x':1,'inner':{'y':1}}} | {'open':{'x':1,'inner':{}}} | open.inner.y",
                "{'any':{'x':1}} | {'any':{'x':1}} | ~~",
                "{'list':{'x':1}} | {'list':{'x':1}} | ~~",
            })
    void unknownFieldsArePruned(String before, String after, String removed) throws Exception {
        ObjectNode object = object(before);

        List<String> said = UnknownFieldPruning.prune(object, CUSTOM);

        assertThat(object).isEqualTo(object(after));
        assertThat(String.join(",", said)).isEqualTo(removed);
    }

    @Test
    void aCustomResourceKeepsWhatValidationWillSpeakAbout() throws Exception {
        DecodedObject decodedObject =
                ObjectDecoder.tree(object("{'size':'x','list':7,'any':{'b':1,'a':null},'limit':null,'foo':1}"), CUSTOM);

        assertThat(decodedObject.object())
                .isEqualTo(object("{'size':'x','list':7,'any':{'b':1,'a':null},'limit':null}"));
        assertThat(decodedObject.complaints()).containsExactly("unknown field \"foo\"");
    }

    private static Struct custom() {
        Schema whole = new Scalar(Kind.INT64);
        JsonNode three = IntNode.valueOf(3);
        Field size = new Field(whole, false, Optional.of(three), false);
        Field limit = new Field(whole, false, Optional.of(three), false, false, true, EmptyValue.KEPT);
        Struct item = new Struct("", fields("size", size), false, false);
        Struct empty = new Struct("", new LinkedHashMap<>(), false, false);
        SequencedMap<String, Field> fields = fields("size", size);
        fields.put("limit", limit);
        fields.put("list", plain(new Sequence(item, ListKind.ATOMIC, List.of(), Optional.empty(), false)));
        fields.put("map", plain(new Mapping(item, false)));
        fields.put("open", plain(new Struct("", fields("inner", plain(empty)), false, true)));
        fields.put("any", plain(new AnyJson()));
        return new Struct("", fields, false, false);
    }

    private static Field plain(Schema type) {
        return new Field(type, false, Optional.empty(), false);
    }

    private static SequencedMap<String, Field> fields(String name, Field field) {
        SequencedMap<String, Field> fields = new LinkedHashMap<>();
        fields.put(name, field);
        return fields;
    }

    private static ObjectNode object(String json) throws Exception {
        return (ObjectNode) Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
