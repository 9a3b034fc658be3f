package dev.stowage.apiserver.schema;

import dev.stowage.apiserver.schema.ObjectDecoder.ExpectedKind;
import dev.stowage.apiserver.schema.Schema.Field;
import dev.stowage.apiserver.schema.Schema.Struct;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The types of one group and version, from a text with a line for each field:
///
///     PodSpec
///       containers []Container! required keys=name merge=name
///       nodeName string
///       securityContext PodSecurityContext?
///
/// A type starts at the margin, `kind` and `atomic` may follow its name. A field has a name, a type and marks. `[]`
/// makes
/// a list, `{}` a map; `string:Name` has a name for messages. At the end of a type, `?` tells an empty value
/// from none,
/// `!` writes also an empty one, and `?!` writes null for none. [TypeTableField] knows the marks.
final class TypeTable {
    private final String prefix;
    private final String group;
    private final String version;
    private final Map<String, String> bodies;
    private final Map<String, Struct> types = new ConcurrentHashMap<>();

    private TypeTable(String prefix, String group, String version, Map<String, String> bodies) {
        this.prefix = prefix;
        this.group = group;
        this.version = version;
        this.bodies = bodies;
    }

    static TypeTable read(String name) {
        String text;
        try (InputStream file = TypeTable.class.getResourceAsStream(name + ".types")) {
            if (file == null) {
                throw new IllegalArgumentException("there is no table of types " + name);
            }
            text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the table of types " + name, e);
        }
        String[] blocks = text.split("\n\n", -1);
        Map<String, String> bodies = LinkedHashMap.newLinkedHashMap(blocks.length);
        for (int block = 1; block < blocks.length; block++) {
            String body = blocks[block].strip();
            bodies.put(firstWord(body), body);
        }
        String[] head = blocks[0].split("\\s", -1);
        return new TypeTable(head[1], head[3].replace("\"", ""), head[5], bodies);
    }

    String group() {
        return group;
    }

    String version() {
        return version;
    }

    List<String> names() {
        return bodies.keySet().stream().map(type -> prefix + "." + type).toList();
    }

    Optional<Struct> find(String type) {
        String body = bodies.get(type);
        return body == null ? Optional.empty() : Optional.of(types.computeIfAbsent(type, name -> struct(name, body)));
    }

    /// Of a type whose objects are sent by themselves, with `apiVersion` and `kind`.
    Optional<ExpectedKind> kind(String type) {
        String body = bodies.get(type);
        return body != null && hasMark(body, "kind")
                ? Optional.of(new ExpectedKind(group, version, type))
                : Optional.empty();
    }

    /// @param type in this table, or after the name of another: `core.v1.PodSpec`
    Struct named(String type) {
        int dot = type.lastIndexOf('.');
        TypeTable table = dot < 0 ? this : BuiltInTypes.table(type.substring(0, dot));
        return table.find(type.substring(dot + 1))
                .orElseThrow(() -> new IllegalStateException("a table of types speaks of an unknown " + type));
    }

    private Struct struct(String name, String body) {
        return new Struct(prefix + "." + name, new Fields(body)::all, hasMark(body, "atomic"), false);
    }

    private static boolean hasMark(String body, String mark) {
        return List.of(body.lines().findFirst().orElse("").split(" ", -1)).contains(mark);
    }

    private static String firstWord(String body) {
        return body.split("[ \n]", 2)[0];
    }

    /// The fields of one type, read once. Two threads may both read them; the results are alike.
    private final class Fields {
        private final String body;
        private volatile @Nullable SequencedMap<String, Field> read;

        Fields(String body) {
            this.body = body;
        }

        SequencedMap<String, Field> all() {
            SequencedMap<String, Field> known = read;
            if (known == null) {
                SequencedMap<String, Field> found = new LinkedHashMap<>();
                body.lines().skip(1).map(String::strip).forEach(line -> {
                    TypeTableField field = new TypeTableField(TypeTable.this, line);
                    found.put(field.name(), field.field());
                });
                known = Collections.unmodifiableSequencedMap(found);
                read = known;
            }
            return known;
        }
    }
}
