package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.YamlTrees;
import dev.stowage.apiserver.schema.ObjectDecoder;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.time.Instant;
import java.util.List;

/// An object that is applied to one with several owners, and the owners that a client sends.
public final class ServerSideApplyFuzz implements FuzzTarget {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String TEXT = """
            apiVersion: v1
            kind: Widget
            metadata:
              name: n
              labels: {a: b}
              managedFields:
              - {manager: one, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, time: '2026-01-01T00:00:00Z',
                 fieldsV1: {'f:spec': {'f:a': {}, 'f:s': {'v:"p"': {}}, 'f:lm': {'k:{"k":"x"}': {.: {}, 'f:k': {}, 'f:v': {}}}}}}
              - {manager: two, operation: Update, apiVersion: v1, fieldsType: FieldsV1, time: '2026-01-01T00:00:00Z',
                 fieldsV1: {'f:spec': {'f:m': {'f:q': {}}, 'f:l': {}}, 'f:metadata': {'f:labels': {'f:a': {}}}}}
            spec: {a: x, s: [p, q], m: {q: r}, l: [u], lm: [{k: x, v: y}, {k: z}], free: {w: [1, {}]}, obj: {p: o}}
            """;
    private static final ObjectNode LIVE = YamlTrees.object(TEXT);
    private static final ObjectNode SAME = YamlTrees.object(TEXT);

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                {"apiVersion":"v1","kind":"Widget","metadata":{"name":"n","labels":{"c":"d"}},"spec":{"a":"y","n":5,
                "s":["p","t"],"m":{"q":"r","x":null},"mm":{"e":{"x":"1"}},"lm":[{"k":"x","v":"2","o":{"p":"3"}},{"k":"n"}],
                "at":{"x":"1"},"free":{"w":[1,{}],"v":{"u":1.5}},"nu":null,"obj":{}}}""", """
                {"apiVersion":"v1","kind":"Widget","spec":{},"metadata":{"managedFields":[{"manager":"m","operation":"Apply",
                "apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{".":{},"f:s":{"v:\\"p\\"":{},"v:1.5":{}},
                "f:lm":{"k:{\\"k\\":\\"x\\",\\"b\\":1}":{".":{}},"i:0":{},"i:1":{}}}}}]}}""");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"f:",
                "\"v:",
                "\"k:{",
                "\"i:",
                "\"i:x\":{}",
                "\"v:\":{}",
                "\"x:\":{}",
                "\".\":{}",
                "null",
                "{",
                "}",
                "[",
                "]",
                "\"lm\":[",
                "{\"k\":\"x\"}",
                "\"s\":[",
                "\"managedFields\":[{}]",
                "\"spec\":",
                "1e400",
                "\"free\":");
    }

    private static FieldManager manager(String name) {
        return new FieldManager(name, "", "v1", FieldSet.EMPTY, NOW);
    }

    @Override
    public void run(byte[] input) {
        JsonNode read;
        try {
            read = ObjectDecoder.plain(input, false);
        } catch (JsonProcessingException _) {
            return;
        }
        if (!(read instanceof ObjectNode object)) {
            return;
        }
        for (boolean force : new boolean[] {false, true}) {
            apply(object, force);
        }
        ObjectNode now = object.deepCopy();
        if (now.path("metadata").isObject() || now.path("metadata").isMissingNode()) {
            ManagedFields.onUpdate(LIVE, now, WidgetType.type(), manager("three"));
            Json.stored(Json.write(now));
        }
        if (!LIVE.equals(SAME)) {
            throw new AssertionError("the live object is changed");
        }
    }

    private static void apply(ObjectNode object, boolean force) {
        try {
            ObjectNode merged = ServerSideApply.merge(LIVE, object, WidgetType.type(), "Widget", manager("one"), force);
            ServerSideApply.merge(merged, object, WidgetType.type(), "Widget", manager("kubectl"), force);
            ServerSideApply.merge(null, object, WidgetType.type(), "Widget", manager("one"), force);
            Json.stored(Json.write(merged));
        } catch (ApiException _) {
            // Refused.
        }
    }
}
