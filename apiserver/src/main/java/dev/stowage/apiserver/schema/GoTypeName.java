package dev.stowage.apiserver.schema;

import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.List;

/// The Go names of types, as in messages about invalid values.
final class GoTypeName {
    private GoTypeName() {}

    static String of(Schema type) {
        return switch (type) {
            case Struct struct -> lastTwo(struct.name());
            case Mapping map
            when map.values() instanceof Scalar scalar && scalar.kind() == Kind.QUANTITY -> "v1.ResourceList";
            case Mapping map -> "map[string]" + of(map.values());
            case Sequence list -> "[]" + of(list.items());
            case Scalar scalar -> scalar.type();
            case AnyJson any -> lastTwo(any.name());
        };
    }

    private static String lastTwo(String name) {
        List<String> words = List.of(name.split("\\.", -1));
        return String.join(".", words.subList(Math.max(0, words.size() - 2), words.size()));
    }
}
