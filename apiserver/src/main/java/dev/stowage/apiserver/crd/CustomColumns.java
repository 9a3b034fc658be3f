package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.stowage.apiserver.crd.Definition.Version;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Columns;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The columns that a definition asks for. Without any there is the age.
final class CustomColumns implements Columns {
    private static final Object NOTHING = NullNode.getInstance();
    private static final String AGE = ".metadata.creationTimestamp";

    private final List<Column> columns = new ArrayList<>();
    private final List<JsonPath> paths = new ArrayList<>();

    private CustomColumns() {
        columns.add(new Column("Name", "string", "name", "The name of the object.", 0));
    }

    static CustomColumns of(Version version) {
        CustomColumns table = new CustomColumns();
        JsonNode wanted = Tree.list(version.tree(), "additionalPrinterColumns");
        if (wanted.isEmpty()) {
            table.add("Age", "date", "", "When the object was made.", 0, AGE);
        }
        for (JsonNode column : wanted) {
            String path = Tree.text(column, "jsonPath");
            String description = Tree.text(column, "description");
            boolean understood = table.add(
                    Tree.text(column, "name"),
                    Tree.text(column, "type"),
                    Tree.text(column, "format"),
                    description.isEmpty()
                            ? "Custom resource definition column (in JSONPath format): " + path
                            : description,
                    (int) Tree.number(column, "priority").orElse(0),
                    path);
            if (!understood) {
                break;
            }
        }
        return table;
    }

    private boolean add(String name, String type, String format, String description, int priority, String path) {
        Optional<JsonPath> parsed = JsonPathParser.parse(path);
        parsed.ifPresent(found -> {
            columns.add(new Column(name, type, format, description, priority));
            paths.add(found);
        });
        return parsed.isPresent();
    }

    @Override
    public List<Column> columns() {
        return List.copyOf(columns);
    }

    @Override
    public List<Object> cells(JsonNode object, Instant now) {
        List<Object> cells = new ArrayList<>(columns.size());
        cells.add(Tree.text(object, "metadata", "name"));
        for (int i = 0; i < paths.size(); i++) {
            List<JsonNode> found = paths.get(i).find(object);
            cells.add(found.isEmpty() ? NOTHING : cell(columns.get(i + 1).type(), found.getFirst(), now));
        }
        return cells;
    }

    private static Object cell(String type, JsonNode value, Instant now) {
        if (value.isNull()) {
            return NOTHING;
        }
        return switch (type) {
            case "string" -> value.isContainerNode() ? value.toString() : shown(value);
            case "integer" -> value.isNumber() ? (Object) value.longValue() : NOTHING;
            case "number" -> value.isNumber() ? (Object) value.doubleValue() : NOTHING;
            case "boolean" -> value.isBoolean() ? (Object) value.booleanValue() : NOTHING;
            case "date" -> value.isTextual() ? (Object) age(value.textValue(), now) : NOTHING;
            default -> NOTHING;
        };
    }

    private static String shown(JsonNode value) {
        return value.isTextual() ? value.textValue() : Shown.value(value);
    }

    private static String age(String time, Instant now) {
        try {
            return Age.since(OffsetDateTime.parse(time).toInstant().toString(), now);
        } catch (DateTimeException _) {
            return time.isEmpty() ? "<unknown>" : "<invalid>";
        }
    }
}
