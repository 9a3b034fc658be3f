package dev.stowage.kubetypes;

/// What a field holds.
public sealed interface ProtobufFieldType {

    /// Kinds of values that are not made of fields of their own in JSON.
    enum Scalar implements ProtobufFieldType {
        STRING,
        BOOLEAN,
        INTEGER,
        DOUBLE,
        BYTES,
        TIME,
        MICRO_TIME,
        DURATION,
        QUANTITY,
        INT_OR_STRING,
        /// JSON inside.
        RAW
    }

    /// @param table of the package, such as `core.v1`
    record Message(String table, String name) implements ProtobufFieldType {}

    record Sequence(ProtobufFieldType items) implements ProtobufFieldType {}

    /// A list that has a name of its own in Kubernetes; it comes as a message with the items in its first field.
    record Wrapped(ProtobufFieldType items) implements ProtobufFieldType {}

    /// By text.
    record Mapping(ProtobufFieldType values) implements ProtobufFieldType {}

    /// From a table, in which a letter stands for a scalar, and a sign before it for a list or map.
    static ProtobufFieldType read(String written, String table) {
        String rest = written.substring(1);
        return switch (written.charAt(0)) {
            case '[' -> new Sequence(read(rest, table));
            case '{' -> new Mapping(read(rest, table));
            case '~' -> new Wrapped(read(rest, table));
            default -> written.length() == 1 ? scalar(written) : message(written, table);
        };
    }

    private static Message message(String written, String table) {
        int dot = written.lastIndexOf('.');
        return dot < 0
                ? new Message(table, written)
                : new Message(written.substring(0, dot), written.substring(dot + 1));
    }

    private static Scalar scalar(String letter) {
        return switch (letter) {
            case "s" -> Scalar.STRING;
            case "b" -> Scalar.BOOLEAN;
            case "i" -> Scalar.INTEGER;
            case "d" -> Scalar.DOUBLE;
            case "y" -> Scalar.BYTES;
            case "t" -> Scalar.TIME;
            case "u" -> Scalar.MICRO_TIME;
            case "n" -> Scalar.DURATION;
            case "q" -> Scalar.QUANTITY;
            case "o" -> Scalar.INT_OR_STRING;
            case "r" -> Scalar.RAW;
            default -> throw new IllegalStateException("no type is called " + letter);
        };
    }
}
