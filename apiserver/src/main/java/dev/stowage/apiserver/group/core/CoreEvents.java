package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;

/// Events of the core group, which is the form in which those of both groups are kept.
final class CoreEvents {
    private CoreEvents() {}

    static Resource resource(Group group) {
        return group.resource("Event", "events")
                .shortNames("ev")
                .selectable(
                        "involvedObject.kind",
                        "involvedObject.namespace",
                        "involvedObject.name",
                        "involvedObject.uid",
                        "involvedObject.apiVersion",
                        "involvedObject.resourceVersion",
                        "involvedObject.fieldPath",
                        "reason",
                        "reportingComponent",
                        "type")
                .selectable(new SelectableField("source", CoreEvents::source))
                .strategy(EventStrategy.core())
                .columns(EventColumns.table())
                .done();
    }

    private static String source(JsonNode event) {
        return Cells.textOr(Tree.text(event, "reportingComponent"), event, "source", "component");
    }
}
