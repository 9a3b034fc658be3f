package dev.stowage.apiserver.registry.events;

import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.core.EventColumns;
import dev.stowage.apiserver.registry.core.EventStrategy;
import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Kept;
import dev.stowage.apiserver.resource.SelectableField;
import java.util.List;

final class EventsV1Resource {
    private static final List<String> ABOUT =
            List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

    private EventsV1Resource() {}

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        ResourceBuilder events = apiGroup.resource("Event", "events")
                .shortNames("ev")
                .selectable("reason", "type")
                .selectable(new SelectableField(
                        "reportingController", object -> JsonTree.text(object, "reportingComponent")))
                .kept(new Kept("events", "v1"), new EventConversion())
                .strategy(EventStrategy.strict())
                .columns(EventColumns.table());
        for (String part : ABOUT) {
            events.selectable(
                    new SelectableField("regarding." + part, object -> JsonTree.text(object, "involvedObject", part)));
        }
        return events.done();
    }
}
