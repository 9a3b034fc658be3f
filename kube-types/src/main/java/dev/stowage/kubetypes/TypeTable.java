package dev.stowage.kubetypes;

import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The types of one group and version, from a text with a line for each field. It is generated from the Go modules of
/// Kubernetes by `./stowage interop types --rewrite`:
///
///     PodSpec
///       containers 2 []Container! required keys=name merge=name
///       nodeName 10 string
///       securityContext 14 PodSecurityContext?
///
/// A type starts at the margin. Words after its name: `kind` for the kind of an object, `everywhere` for one that
/// all groups have, `atomic` when it has one owner as a whole, `union` when its JSON is the value of the last field
/// that is set.
///
/// A field has a name, its protobuf number (`-` when protobuf does not have it), a type, and marks, which
/// [TypeTableField] lists. The name `.` inlines the fields of the type; only protobuf nests them. `[]` is a
/// list, `~[]` a list that is a separate message in protobuf, `{}` a map; `string:Name` has a name for error
/// messages. The wire type follows from the type. At the end of a type, `?` distinguishes an empty value from no
/// value, `!` writes empty values too, and `?!` writes null for no value.
final class TypeTable {
    private static final String INLINE = ".";
    private static final String NO_NUMBER = "-";

    private final String prefix;
    private final String group;
    private final String version;
    private final Map<String, String> bodies;
    private final Map<String, Struct> types = new ConcurrentHashMap<>();
    private final Map<String, ProtobufMessage> messages = new ConcurrentHashMap<>();

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

    Optional<ProtobufMessage> message(String type) {
        ProtobufMessage known = messages.get(type);
        if (known != null) {
            return Optional.of(known);
        }
        // Two threads may both read it; the results are equal.
        Optional<ProtobufMessage> read = find(type).map(struct -> message(type, struct));
        read.ifPresent(protobufMessage -> messages.put(type, protobufMessage));
        return read;
    }

    private ProtobufMessage message(String type, Struct struct) {
        String body = bodies.getOrDefault(type, "");
        Map<Integer, ProtobufMessage.Field> fields = new HashMap<>();
        lines(body).forEach(line -> {
            String[] words = line.split(" ", 4);
            String name = words[0];
            if (words[1].equals(NO_NUMBER)) {
                return;
            }
            fields.put(
                    Integer.valueOf(words[1]),
                    name.equals(INLINE)
                            ? ProtobufMessage.Field.inlined(named(words[2]))
                            : ProtobufMessage.Field.of(
                                    name, struct.field(name).orElseThrow(), words[2].startsWith("~")));
        });
        return new ProtobufMessage(fields, hasMark(body, "union"));
    }

    private static Stream<String> lines(String body) {
        return body.lines().skip(1).map(String::strip);
    }

    /// The kind of a top-level type, which has `apiVersion` and `kind`; empty for any other type.
    Optional<GroupVersionKind> kind(String type) {
        String body = bodies.get(type);
        return body != null && hasMark(body, "kind")
                ? Optional.of(new GroupVersionKind(group, version, type))
                : Optional.empty();
    }

    /// @param type a type of this table, or one of another table with its prefix: `core.v1.PodSpec`
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

    /// The fields of one type, read once. Two threads may both read them; the results are equal.
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
                lines(body).forEach(line -> {
                    TypeTableField field = new TypeTableField(TypeTable.this, line);
                    if (field.name().equals(INLINE)) {
                        found.putAll(named(field.type()).fields());
                    } else {
                        found.put(field.name(), field.field());
                    }
                });
                known = Collections.unmodifiableSequencedMap(found);
                read = known;
            }
            return known;
        }
    }
}
