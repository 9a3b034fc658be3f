package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Columns with one function per cell.
public final class FunctionColumns implements TableColumns {
    private final List<Column> columns = new ArrayList<>();
    private final List<BiFunction<JsonNode, Instant, Object>> cells = new ArrayList<>();

    private FunctionColumns() {}

    /// Starts with the name of the object.
    public static FunctionColumns name() {
        return nameAs(object -> JsonTree.text(object, "metadata", "name"));
    }

    /// Starts with a name column that shows more than the name.
    public static FunctionColumns nameAs(Function<JsonNode, Object> name) {
        FunctionColumns table = new FunctionColumns();
        table.columns.add(new Column("Name", "string", "name", "The name of the object.", 0));
        table.cells.add((object, _) -> name.apply(object));
        return table;
    }

    /// Does not start with a name.
    public static FunctionColumns empty() {
        return new FunctionColumns();
    }

    /// The columns of resources that define none.
    public static FunctionColumns named() {
        FunctionColumns table = name();
        table.columns.add(new Column("Created At", "date", "", "When the object was created.", 0));
        table.cells.add((object, _) -> JsonTree.text(object, "metadata", "creationTimestamp"));
        return table;
    }

    public FunctionColumns text(String name, Function<JsonNode, Object> cell) {
        return add(name, "string", 0, (object, _) -> cell.apply(object));
    }

    /// The name of another object.
    public FunctionColumns other(String name, Function<JsonNode, Object> cell) {
        columns.add(new Column(name, "string", "name", "", 0));
        cells.add((object, _) -> cell.apply(object));
        return this;
    }

    public FunctionColumns number(String name, Function<JsonNode, Object> cell) {
        return add(name, "integer", 0, (object, _) -> cell.apply(object));
    }

    public FunctionColumns flag(String name, Function<JsonNode, Object> cell) {
        return add(name, "boolean", 0, (object, _) -> cell.apply(object));
    }

    /// For `-o wide` only.
    public FunctionColumns wide(String name, Function<JsonNode, Object> cell) {
        return add(name, "string", 1, (object, _) -> cell.apply(object));
    }

    public FunctionColumns age() {
        return timed(
                "Age",
                0,
                (object, now) -> HumanDuration.since(JsonTree.text(object, "metadata", "creationTimestamp"), now));
    }

    /// A text that depends on the time.
    public FunctionColumns timed(String name, int priority, BiFunction<JsonNode, Instant, Object> cell) {
        return add(name, "string", priority, cell);
    }

    public FunctionColumns add(String name, String type, int priority, BiFunction<JsonNode, Instant, Object> cell) {
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
