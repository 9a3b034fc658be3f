package dev.stowage.kubetypes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.EmptyValue;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One field in a [TypeTable]: a name, a number in protobuf, a type, and marks.
///
/// | mark | meaning |
/// |---|---|
/// | `required` | the field must be set |
/// | `default=JSON` | its default value |
/// | `atomic`, `granular` | has one owner as a whole, or one for each of its parts |
/// | `set`, `keys=a,b` | a list without duplicates, or one whose items are identified by these fields |
/// | `merge`, `merge=key` | a strategic merge patch merges the list, by this key of its items |
/// | `retain`, `replace` | such a patch may name the keys to keep, or replaces the value |
/// | `enum=A\|B` | the allowed values; extends to the end of the line |
final class TypeTableField {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final Map<String, Kind> SCALARS = Map.of(
            "string", Kind.STRING,
            "bytes", Kind.BYTES,
            "time", Kind.TIME,
            "microtime", Kind.MICRO_TIME,
            "int32", Kind.INT32,
            "int64", Kind.INT64,
            "number", Kind.NUMBER,
            "boolean", Kind.BOOLEAN,
            "int-or-string", Kind.INT_OR_STRING,
            "quantity", Kind.QUANTITY);

    /// The packages of the types that hold arbitrary JSON.
    private static final Map<String, String> ANYTHING = Map.of(
            "FieldsV1", "io.k8s.apimachinery.pkg.apis.meta.v1.",
            "Patch", "io.k8s.apimachinery.pkg.apis.meta.v1.",
            "RawExtension", "io.k8s.apimachinery.pkg.runtime.");

    private final TypeTable table;
    private final String name;
    private final String type;
    private final List<String> marks;
    private final List<String> choices;

    TypeTableField(TypeTable table, String line) {
        this.table = table;
        int end = line.indexOf(" enum=");
        this.choices = end < 0
                ? List.of()
                : List.of(line.substring(end + " enum=".length()).split("\\|", -1));
        List<String> words = new ArrayList<>(List.of((end < 0 ? line : line.substring(0, end)).split(" ", -1)));
        this.name = words.removeFirst();
        words.removeFirst(); // the number, which only protobuf messages need
        this.type = words.removeFirst();
        this.marks = words;
    }

    String name() {
        return name;
    }

    String type() {
        return type;
    }

    Field field() {
        Schema schema = schema(type.replaceFirst("[?!]+$", ""));
        return new Field(schema, has("required"), preset(), has("retain"), has("replace"), false, emptyValue());
    }

    private EmptyValue emptyValue() {
        if (type.endsWith("?")) {
            return EmptyValue.KEPT;
        }
        if (type.endsWith("?!")) {
            return EmptyValue.KEPT_OR_NULL;
        }
        return type.endsWith("!") ? EmptyValue.WRITTEN : EmptyValue.DROPPED;
    }

    private Schema schema(String text) {
        if (text.startsWith("~")) {
            return schema(text.substring(1));
        }
        if (text.startsWith("[]")) {
            return sequence(schema(text.substring(2)));
        }
        if (text.startsWith("{}")) {
            return new Mapping(schema(text.substring(2)), has("atomic"));
        }
        int colon = text.indexOf(':');
        String base = colon < 0 ? text : text.substring(0, colon);
        String called = colon < 0 ? "" : text.substring(colon + 1);
        Kind kind = SCALARS.get(base);
        if (kind != null) {
            return new Scalar(kind, called.isEmpty() ? kind.type() : qualified(called), choices);
        }
        if (base.equals("any")) {
            String home = ANYTHING.getOrDefault(called, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.");
            return new AnyJson(home + called);
        }
        Struct struct = table.named(text);
        return type.startsWith("[]") || type.startsWith("{}")
                ? struct
                : has("granular") ? struct.atomic(false) : has("atomic") ? struct.atomic(true) : struct;
    }

    private Sequence sequence(Schema items) {
        Optional<String> keys = value("keys=");
        Optional<String> merge = value("merge=");
        ListKind kind = keys.isPresent() ? ListKind.MAP : has("set") ? ListKind.SET : ListKind.ATOMIC;
        return new Sequence(
                items,
                kind,
                keys.map(text -> List.of(text.split(",", -1))).orElse(List.of()),
                merge,
                merge.isPresent() || has("merge"));
    }

    private Optional<JsonNode> preset() {
        return value("default=").map(json -> {
            try {
                return JSON.readTree(json);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a table of types has a default that is not JSON: " + json, e);
            }
        });
    }

    private String qualified(String called) {
        return called.indexOf('.') >= 0 || Character.isLowerCase(called.charAt(0))
                ? called
                : table.version() + "." + called;
    }

    private boolean has(String mark) {
        return marks.contains(mark);
    }

    private Optional<String> value(String mark) {
        return marks.stream()
                .filter(word -> word.startsWith(mark))
                .map(word -> word.substring(mark.length()))
                .findFirst();
    }
}
