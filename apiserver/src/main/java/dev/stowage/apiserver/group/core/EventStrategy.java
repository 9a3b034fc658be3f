package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Names;
import java.util.List;

/// Events of both groups: they go by themselves. The newer group asks for more.
public final class EventStrategy implements Strategy {
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
    public void validate(ObjectNode object, Problems problems) {
        all(object, problems);
        if (!strict) {
            return;
        }
        series(object, problems);
        if (!Tree.has(object, "eventTime")) {
            problems.required("eventTime", "");
        }
        String type = Tree.text(object, "type");
        if (!type.equals("Normal") && !type.equals("Warning")) {
            problems.invalid("type", "\"\"", "has invalid value: " + type);
        }
        for (String field : List.of("firstTimestamp", "lastTimestamp")) {
            if (Tree.has(object, field)) {
                problems.invalid(field, "\"\"", "needs to be unset");
            }
        }
        if (Cells.number(object, "count") != 0) {
            problems.invalid("count", "\"\"", "needs to be unset");
        }
        if (!object.path("source").isEmpty()) {
            problems.invalid("source", "\"\"", "needs to be unset");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        all(object, problems);
        if (!strict) {
            return;
        }
        if (!object.path("series").equals(old.path("series"))) {
            series(object, problems);
        }
        SETTLED.forEach(field -> Immutable.validate(object, old, field, "", problems));
    }

    private void all(ObjectNode event, Problems problems) {
        String namespace = Tree.text(event, "metadata", "namespace");
        String about = Tree.text(event, "involvedObject", "namespace");
        boolean modern = Tree.has(event, "eventTime");
        boolean matches = about.isEmpty()
                ? namespace.equals("default") || (modern ? namespace.equals("kube-system") : namespace.isEmpty())
                : modern || namespace.equals(about);
        if (!matches) {
            problems.invalid("involvedObject.namespace", quoted(about), "does not match event.namespace");
        }
        if (modern) {
            modern(event, problems);
        }
    }

    private void modern(JsonNode event, Problems problems) {
        String controller = Tree.text(event, "reportingComponent");
        String path = strict ? "reportingController" : "reportingComponent";
        Checks.required(controller, path, problems);
        Checks.mistakes(Names.qualified(controller), controller, path, problems);
        required(event, "reportingInstance", 128, problems);
        required(event, "action", 128, problems);
        required(event, "reason", 128, problems);
        limit(event, "message", 1024, problems);
    }

    private static void required(JsonNode event, String field, int most, Problems problems) {
        Checks.required(Tree.text(event, field), field, problems);
        limit(event, field, most, problems);
    }

    private static void limit(JsonNode event, String field, int most, Problems problems) {
        if (Tree.text(event, field).length() > most) {
            problems.invalid(field, "\"\"", "can have at most %d characters".formatted(most));
        }
    }

    private static void series(JsonNode event, Problems problems) {
        if (!Tree.has(event, "series")) {
            return;
        }
        if (Cells.number(event, "series", "count") < 2) {
            problems.invalid("series.count", "\"\"", "should be at least 2");
        }
        if (!Tree.has(event, "series", "lastObservedTime")) {
            problems.required("series.lastObservedTime", "");
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
