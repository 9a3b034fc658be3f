package dev.stowage.apiserver.cel;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The type of a value, as far as it is known before there is one.
///
/// @param fields of an object
/// @param items of a list, or the values of a map
/// @param keys of a list whose items are told apart by them
/// @param set whether the order of a list does not matter
public record Shape(Kind kind, Map<String, Shape> fields, Optional<Shape> items, List<String> keys, boolean set) {

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

    public static final Shape ANY = of(Kind.ANY);
    public static final Shape BOOLEAN = of(Kind.BOOLEAN);
    public static final Shape INTEGER = of(Kind.INTEGER);
    public static final Shape NUMBER = of(Kind.NUMBER);
    public static final Shape TEXT = of(Kind.TEXT);
    static final Shape BYTES = of(Kind.BYTES);
    static final Shape TIME = of(Kind.TIME);
    static final Shape DURATION = of(Kind.DURATION);
    static final Shape QUANTITY = of(Kind.QUANTITY);

    public static Shape of(Kind kind) {
        return new Shape(kind, Map.of(), Optional.empty(), List.of(), false);
    }

    public static Shape list(Shape items) {
        return new Shape(Kind.LIST, Map.of(), Optional.of(items), List.of(), false);
    }

    public static Shape map(Shape values) {
        return new Shape(Kind.MAP, Map.of(), Optional.of(values), List.of(), false);
    }

    public static Shape object(Map<String, Shape> fields) {
        return new Shape(Kind.OBJECT, fields, Optional.empty(), List.of(), false);
    }

    public static Shape optional(Shape inner) {
        return new Shape(Kind.OPTIONAL, Map.of(), Optional.of(inner), List.of(), false);
    }

    Shape item() {
        return items.orElse(ANY);
    }

    boolean isNumeric() {
        return kind == Kind.INTEGER || kind == Kind.UNSIGNED || kind == Kind.NUMBER;
    }

    /// Whether a value of one could be a value of the other.
    boolean fits(Shape other) {
        if (kind == Kind.ANY || other.kind == Kind.ANY) {
            return true;
        }
        if (kind == Kind.LIST || kind == Kind.MAP || kind == Kind.OPTIONAL) {
            return other.kind == kind && item().fits(other.item());
        }
        return kind == other.kind;
    }

    /// As messages name it.
    String word() {
        return switch (kind) {
            case LIST -> "list(%s)".formatted(item().word());
            case MAP -> "map(string, %s)".formatted(item().word());
            case OPTIONAL -> "optional_type(%s)".formatted(item().word());
            default -> kind.word;
        };
    }
}
