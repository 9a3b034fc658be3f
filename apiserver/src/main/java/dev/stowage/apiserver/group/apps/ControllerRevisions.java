package dev.stowage.apiserver.group.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.Locale;

final class ControllerRevisions implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ControllerRevision", "controllerrevisions")
                .strategy(new ControllerRevisions())
                .columns(TableOf.name()
                        .text("Controller", ControllerRevisions::controller)
                        .text("Revision", object -> Cells.number(object, "revision"))
                        .age())
                .done();
    }

    private static String controller(JsonNode object) {
        for (JsonNode owner : Tree.list(object, "metadata", "ownerReferences")) {
            if (Tree.flag(owner, "controller")) {
                String version = Tree.text(owner, "apiVersion");
                int slash = version.indexOf('/');
                String group = slash < 0 ? "" : "." + version.substring(0, slash);
                return (Tree.text(owner, "kind") + group).toLowerCase(Locale.ROOT) + "/" + Tree.text(owner, "name");
            }
        }
        return "<none>";
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        long revision = Cells.number(object, "revision");
        if (revision < 0) {
            problems.invalid("revision", Long.toString(revision), "must be greater than or equal to 0");
        }
        if (!Tree.has(object, "data")) {
            problems.required("data", "data is mandatory");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        if (!object.path("data").equals(old.path("data"))) {
            problems.invalid("data", object.path("data").toString(), "field is immutable");
        }
    }
}
