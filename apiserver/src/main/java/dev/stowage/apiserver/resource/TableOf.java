package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Columns made of one function for each cell.
public final class TableOf implements Columns {
    private final List<Column> columns = new ArrayList<>();
    private final List<BiFunction<JsonNode, Instant, Object>> cells = new ArrayList<>();

    private TableOf() {}

    /// Starts with the name of the object.
    public static TableOf name() {
        return nameAs(object -> Tree.text(object, "metadata", "name"));
    }

    /// Starts with a name that says more.
    public static TableOf nameAs(Function<JsonNode, Object> name) {
        TableOf table = new TableOf();
        table.columns.add(new Column("Name", "string", "name", "The name of the object.", 0));
        table.cells.add((object, _) -> name.apply(object));
        return table;
    }

    /// Does not start with a name.
    public static TableOf empty() {
        return new TableOf();
    }

    /// What resources without columns of their own show.
    public static TableOf named() {
        TableOf table = name();
        table.columns.add(new Column("Created At", "date", "", "When the object was made.", 0));
        table.cells.add((object, _) -> Tree.text(object, "metadata", "creationTimestamp"));
        return table;
    }

    public TableOf text(String name, Function<JsonNode, Object> cell) {
        return add(name, "string", 0, (object, _) -> cell.apply(object));
    }

    /// The name of another object.
    public TableOf other(String name, Function<JsonNode, Object> cell) {
        columns.add(new Column(name, "string", "name", "", 0));
        cells.add((object, _) -> cell.apply(object));
        return this;
    }

    public TableOf number(String name, Function<JsonNode, Object> cell) {
        return add(name, "integer", 0, (object, _) -> cell.apply(object));
    }

    public TableOf flag(String name, Function<JsonNode, Object> cell) {
        return add(name, "boolean", 0, (object, _) -> cell.apply(object));
    }

    /// For `-o wide` only.
    public TableOf wide(String name, Function<JsonNode, Object> cell) {
        return add(name, "string", 1, (object, _) -> cell.apply(object));
    }

    public TableOf age() {
        return timed("Age", 0, (object, now) -> Age.since(Tree.text(object, "metadata", "creationTimestamp"), now));
    }

    /// A text that depends on the time.
    public TableOf timed(String name, int priority, BiFunction<JsonNode, Instant, Object> cell) {
        return add(name, "string", priority, cell);
    }

    public TableOf add(String name, String type, int priority, BiFunction<JsonNode, Instant, Object> cell) {
        String format = name.equals("Name") ? "name" : "";
        columns.add(new Column(name, type, format, "", priority));
        cells.add(cell);
        return this;
    }

    @Override
    public List<Column> columns() {
        return List.copyOf(columns);
    }

    @Override
    public List<Object> cells(JsonNode object, Instant now) {
        List<Object> row = new ArrayList<>(cells.size());
        cells.forEach(cell -> row.add(cell.apply(object, now)));
        return row;
    }
}
