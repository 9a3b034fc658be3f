package dev.stowage.apiserver.schema;

/// Where a reader is in an object, in two spellings: with every index and key for people who look for a field, and
/// with nothing but fields for messages about types.
final class FieldLocation {
    private final StringBuilder exact = new StringBuilder();
    private final StringBuilder fields = new StringBuilder();

    /// @param exact how far the exact spelling went before a step
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
