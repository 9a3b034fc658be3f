package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.apiextensions.schema.JsonValueText;
import dev.stowage.apiserver.json.JsonPath;
import dev.stowage.apiserver.json.JsonPathParser;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.HumanDuration;
import dev.stowage.apiserver.resource.TableColumns;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The additional printer columns of a definition. Without any, the age is shown.
final class AdditionalPrinterColumns implements TableColumns {
    private static final Object NOTHING = NullNode.getInstance();
    private static final String AGE = ".metadata.creationTimestamp";

    private final List<Column> columns = new ArrayList<>();
    private final List<JsonPath> paths = new ArrayList<>();

    private AdditionalPrinterColumns() {
        columns.add(new Column("Name", "string", "name", "The name of the object.", 0));
    }

    static AdditionalPrinterColumns of(Version version) {
        AdditionalPrinterColumns table = new AdditionalPrinterColumns();
        JsonNode wanted = JsonTree.list(version.tree(), "additionalPrinterColumns");
        if (wanted.isEmpty()) {
            table.add("Age", "date", "", "When the object was created.", 0, AGE);
        }
        for (JsonNode column : wanted) {
            String path = JsonTree.text(column, "jsonPath");
            String description = JsonTree.text(column, "description");
            boolean understood = table.add(
                    JsonTree.text(column, "name"),
                    JsonTree.text(column, "type"),
                    JsonTree.text(column, "format"),
                    description.isEmpty()
                            ? "Custom resource definition column (in JSONPath format): " + path
                            : description,
                    (int) JsonTree.number(column, "priority").orElse(0),
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
        cells.add(JsonTree.text(object, "metadata", "name"));
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
        return value.isTextual() ? value.textValue() : JsonValueText.value(value);
    }

    private static String age(String time, Instant now) {
        try {
            return HumanDuration.since(OffsetDateTime.parse(time).toInstant().toString(), now);
        } catch (DateTimeException _) {
            return time.isEmpty() ? "<unknown>" : "<invalid>";
        }
    }
}
