package dev.stowage.cel;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The static type of a value.
///
/// @param fields of an object
/// @param items of a list, or the values of a map
/// @param keys of a list whose items are identified by them
/// @param set whether the order of a list does not matter
public record CelType(Kind kind, Map<String, CelType> fields, Optional<CelType> items, List<String> keys, boolean set) {

    public enum Kind {
        ANY("dyn"),
        NULL("null"),
        BOOLEAN("bool"),
        INTEGER("int"),
        UNSIGNED("uint"),
        NUMBER("double"),
        TEXT("string"),
        BYTES("bytes"),
        TIME("timestamp"),
        DURATION("duration"),
        QUANTITY("kubernetes.Quantity"),
        FORMAT("kubernetes.NamedFormat"),
        OPTIONAL("optional_type"),
        TYPE("type"),
        LIST("list"),
        MAP("map"),
        OBJECT("object");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    public static final CelType ANY = of(Kind.ANY);
    public static final CelType BOOLEAN = of(Kind.BOOLEAN);
    public static final CelType INTEGER = of(Kind.INTEGER);
    public static final CelType NUMBER = of(Kind.NUMBER);
    public static final CelType TEXT = of(Kind.TEXT);
    static final CelType BYTES = of(Kind.BYTES);
    static final CelType TIME = of(Kind.TIME);
    static final CelType DURATION = of(Kind.DURATION);
    static final CelType QUANTITY = of(Kind.QUANTITY);

    public static CelType of(Kind kind) {
        return new CelType(kind, Map.of(), Optional.empty(), List.of(), false);
    }

    public static CelType list(CelType items) {
        return new CelType(Kind.LIST, Map.of(), Optional.of(items), List.of(), false);
    }

    public static CelType map(CelType values) {
        return new CelType(Kind.MAP, Map.of(), Optional.of(values), List.of(), false);
    }

    public static CelType object(Map<String, CelType> fields) {
        return new CelType(Kind.OBJECT, fields, Optional.empty(), List.of(), false);
    }

    public static CelType optional(CelType inner) {
        return new CelType(Kind.OPTIONAL, Map.of(), Optional.of(inner), List.of(), false);
    }

    CelType item() {
        return items.orElse(ANY);
    }

    /// How many lists, maps and optional values are inside each other.
    int depth() {
        int depth = 0;
        Optional<CelType> inner = items;
        while (inner.isPresent()) {
            depth++;
            inner = inner.get().items;
        }
        return depth;
    }

    boolean isNumeric() {
        return kind == Kind.INTEGER || kind == Kind.UNSIGNED || kind == Kind.NUMBER;
    }

    /// Whether a value of one type could be a value of the other.
    boolean fits(CelType other) {
        if (kind == Kind.ANY || other.kind == Kind.ANY) {
            return true;
        }
        if (kind == Kind.LIST || kind == Kind.MAP || kind == Kind.OPTIONAL) {
            return other.kind == kind && item().fits(other.item());
        }
        return kind == other.kind;
    }

    /// As it appears in messages.
    String word() {
        return switch (kind) {
            case LIST -> "list(%s)".formatted(item().word());
            case MAP -> "map(string, %s)".formatted(item().word());
            case OPTIONAL -> "optional_type(%s)".formatted(item().word());
            default -> kind.word;
        };
    }
}
