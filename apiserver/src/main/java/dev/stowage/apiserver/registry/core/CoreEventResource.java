package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.SelectableField;

/// Events of the core group; events of both groups are stored in this form.
final class CoreEventResource {
    private CoreEventResource() {}

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Event", "events")
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
                .selectable(new SelectableField("source", CoreEventResource::source))
                .strategy(EventStrategy.core())
                .columns(EventColumns.table())
                .done();
    }

    private static String source(JsonNode event) {
        return TableCells.textOr(JsonTree.text(event, "reportingComponent"), event, "source", "component");
    }
}
