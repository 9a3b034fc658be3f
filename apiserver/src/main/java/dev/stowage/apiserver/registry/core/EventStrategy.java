package dev.stowage.apiserver.registry.core;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

/// Events of both groups: they expire. The newer group has more required fields.
public final class EventStrategy implements ResourceStrategy {
    private static final List<String> SETTLED = List.of(
            "involvedObject",
            "reason",
            "message",
            "source",
            "firstTimestamp",
            "lastTimestamp",
            "count",
            "type",
            "eventTime",
            "action",
            "related",
            "reportingComponent",
            "reportingInstance");

    private final boolean strict;

    private EventStrategy(boolean strict) {
        this.strict = strict;
    }

    public static EventStrategy core() {
        return new EventStrategy(false);
    }

    public static EventStrategy strict() {
        return new EventStrategy(true);
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        all(object, fieldErrors);
        if (!strict) {
            return;
        }
        series(object, fieldErrors);
        if (!JsonTree.has(object, "eventTime")) {
            fieldErrors.required("eventTime", "");
        }
        String type = JsonTree.text(object, "type");
        if (!type.equals("Normal") && !type.equals("Warning")) {
            fieldErrors.invalid("type", "\"\"", "has invalid value: " + type);
        }
        for (String field : List.of("firstTimestamp", "lastTimestamp")) {
            if (JsonTree.has(object, field)) {
                fieldErrors.invalid(field, "\"\"", "needs to be unset");
            }
        }
        if (TableCells.number(object, "count") != 0) {
            fieldErrors.invalid("count", "\"\"", "needs to be unset");
        }
        if (!object.path("source").isEmpty()) {
            fieldErrors.invalid("source", "\"\"", "needs to be unset");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        all(object, fieldErrors);
        if (!strict) {
            return;
        }
        if (!object.path("series").equals(old.path("series"))) {
            series(object, fieldErrors);
        }
        SETTLED.forEach(field -> ImmutableFields.validate(object, old, field, "", fieldErrors));
    }

    private void all(ObjectNode event, FieldErrors fieldErrors) {
        String namespace = JsonTree.text(event, "metadata", "namespace");
        String about = JsonTree.text(event, "involvedObject", "namespace");
        boolean modern = JsonTree.has(event, "eventTime");
        boolean matches = about.isEmpty()
                ? namespace.equals("default") || (modern ? namespace.equals("kube-system") : namespace.isEmpty())
                : modern || namespace.equals(about);
        if (!matches) {
            fieldErrors.invalid("involvedObject.namespace", quoted(about), "does not match event.namespace");
        }
        if (modern) {
            modern(event, fieldErrors);
        }
    }

    private void modern(JsonNode event, FieldErrors fieldErrors) {
        String controller = JsonTree.text(event, "reportingComponent");
        String path = strict ? "reportingController" : "reportingComponent";
        FieldChecks.required(controller, path, fieldErrors);
        FieldChecks.violations(NameValidation.qualified(controller), controller, path, fieldErrors);
        required(event, "reportingInstance", 128, fieldErrors);
        required(event, "action", 128, fieldErrors);
        required(event, "reason", 128, fieldErrors);
        limit(event, "message", 1024, fieldErrors);
    }

    private static void required(JsonNode event, String field, int most, FieldErrors fieldErrors) {
        FieldChecks.required(JsonTree.text(event, field), field, fieldErrors);
        limit(event, field, most, fieldErrors);
    }

    private static void limit(JsonNode event, String field, int most, FieldErrors fieldErrors) {
        if (JsonTree.text(event, field).length() > most) {
            fieldErrors.invalid(field, "\"\"", "can have at most %d characters".formatted(most));
        }
    }

    private static void series(JsonNode event, FieldErrors fieldErrors) {
        if (!JsonTree.has(event, "series")) {
            return;
        }
        if (TableCells.number(event, "series", "count") < 2) {
            fieldErrors.invalid("series.count", "\"\"", "should be at least 2");
        }
        if (!JsonTree.has(event, "series", "lastObservedTime")) {
            fieldErrors.required("series.lastObservedTime", "");
        }
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public boolean isPassing() {
        return true;
    }
}
