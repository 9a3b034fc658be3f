package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.TableOf;
import java.time.Instant;
import java.util.Locale;

/// Events of both groups as `kubectl get` shows them.
public final class EventColumns {
    private EventColumns() {}

    public static Columns table() {
        return TableOf.empty()
                .timed("Last Seen", 0, EventColumns::lastSeen)
                .text("Type", object -> Tree.text(object, "type"))
                .text("Reason", object -> Tree.text(object, "reason"))
                .text("Object", EventColumns::about)
                .wide("Subobject", object -> Tree.text(object, "involvedObject", "fieldPath"))
                .wide("Source", EventColumns::source)
                .text("Message", object -> Tree.text(object, "message").strip())
                .timed("First Seen", 1, EventColumns::firstSeen)
                .wide("Count", EventColumns::count)
                .wide("Name", object -> Tree.text(object, "metadata", "name"));
    }

    private static String firstSeen(JsonNode event, Instant now) {
        return Age.since(Cells.textOr(Tree.text(event, "eventTime"), event, "firstTimestamp"), now);
    }

    private static String lastSeen(JsonNode event, Instant now) {
        if (Tree.has(event, "series")) {
            return Age.since(Tree.text(event, "series", "lastObservedTime"), now);
        }
        String last = Tree.text(event, "lastTimestamp");
        return last.isEmpty() ? firstSeen(event, now) : Age.since(last, now);
    }

    private static Object count(JsonNode event) {
        if (Tree.has(event, "series")) {
            return Cells.number(event, "series", "count");
        }
        return Math.max(1, Cells.number(event, "count"));
    }

    private static String about(JsonNode event) {
        String kind = Tree.text(event, "involvedObject", "kind").toLowerCase(Locale.ROOT);
        String name = Tree.text(event, "involvedObject", "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String source(JsonNode event) {
        String component = Cells.textOr(Tree.text(event, "reportingComponent"), event, "source", "component");
        String instance = Cells.textOr(Tree.text(event, "reportingInstance"), event, "source", "host");
        return instance.isEmpty() ? component : component + ", " + instance;
    }
}
