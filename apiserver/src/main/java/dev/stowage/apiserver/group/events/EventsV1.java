package dev.stowage.apiserver.group.events;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.core.EventColumns;
import dev.stowage.apiserver.group.core.EventStrategy;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Resource.Kept;
import dev.stowage.apiserver.resource.SelectableField;
import java.util.List;

final class EventsV1 {
    private static final List<String> ABOUT =
            List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

    private EventsV1() {}

    static Resource resource(Group group) {
        Describe events = group.resource("Event", "events")
                .shortNames("ev")
                .selectable("reason", "type")
                .selectable(
                        new SelectableField("reportingController", object -> Tree.text(object, "reportingComponent")))
                .kept(new Kept("events", "v1"), new EventConversion())
                .strategy(EventStrategy.strict())
                .columns(EventColumns.table());
        for (String part : ABOUT) {
            events.selectable(
                    new SelectableField("regarding." + part, object -> Tree.text(object, "involvedObject", part)));
        }
        return events.done();
    }
}
