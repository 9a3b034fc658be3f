package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.HumanDuration;
import dev.stowage.apiserver.resource.TableColumns;
import java.time.Instant;
import java.util.Locale;

/// Events of both groups as `kubectl get` shows them.
public final class EventColumns {
    private EventColumns() {}

    public static TableColumns table() {
        return FunctionColumns.empty()
                .timed("Last Seen", 0, EventColumns::lastSeen)
                .text("Type", object -> JsonTree.text(object, "type"))
                .text("Reason", object -> JsonTree.text(object, "reason"))
                .text("Object", EventColumns::about)
                .wide("Subobject", object -> JsonTree.text(object, "involvedObject", "fieldPath"))
                .wide("Source", EventColumns::source)
                .text("Message", object -> JsonTree.text(object, "message").strip())
                .timed("First Seen", 1, EventColumns::firstSeen)
                .wide("Count", EventColumns::count)
                .wide("Name", object -> JsonTree.text(object, "metadata", "name"));
    }

    private static String firstSeen(JsonNode event, Instant now) {
        return HumanDuration.since(TableCells.textOr(JsonTree.text(event, "eventTime"), event, "firstTimestamp"), now);
    }

    private static String lastSeen(JsonNode event, Instant now) {
        if (JsonTree.has(event, "series")) {
            return HumanDuration.since(JsonTree.text(event, "series", "lastObservedTime"), now);
        }
        String last = JsonTree.text(event, "lastTimestamp");
        return last.isEmpty() ? firstSeen(event, now) : HumanDuration.since(last, now);
    }

    private static Object count(JsonNode event) {
        if (JsonTree.has(event, "series")) {
            return TableCells.number(event, "series", "count");
        }
        return Math.max(1, TableCells.number(event, "count"));
    }

    private static String about(JsonNode event) {
        String kind = JsonTree.text(event, "involvedObject", "kind").toLowerCase(Locale.ROOT);
        String name = JsonTree.text(event, "involvedObject", "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String source(JsonNode event) {
        String component = TableCells.textOr(JsonTree.text(event, "reportingComponent"), event, "source", "component");
        String instance = TableCells.textOr(JsonTree.text(event, "reportingInstance"), event, "source", "host");
        return instance.isEmpty() ? component : component + ", " + instance;
    }
}
