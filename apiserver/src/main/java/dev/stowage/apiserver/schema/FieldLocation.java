package dev.stowage.apiserver.schema;

/// The current position in an object, in two formats: with all indices and keys for users, and with field names
/// only for messages about types.
final class FieldLocation {
    private final StringBuilder exact = new StringBuilder();
    private final StringBuilder fields = new StringBuilder();

    /// @param exact the length of the exact path before a step
    record Position(int exact, int fields) {}

    Position position() {
        return new Position(exact.length(), fields.length());
    }

    void back(Position position) {
        exact.setLength(position.exact());
        fields.setLength(position.fields());
    }

    void field(String name) {
        dot(exact).append(name);
        dot(fields).append(name);
    }

    void key(String name) {
        dot(exact).append(name);
    }

    void index(int index) {
        exact.append('[').append(index).append(']');
    }

    String fields() {
        return fields.toString();
    }

    @Override
    public String toString() {
        return exact.toString();
    }

    private static StringBuilder dot(StringBuilder path) {
        return path.isEmpty() ? path : path.append('.');
    }
}
