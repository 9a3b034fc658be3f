package dev.stowage.apiserver.registry.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.Locale;

final class ControllerRevisionStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ControllerRevision", "controllerrevisions")
                .strategy(new ControllerRevisionStrategy())
                .columns(FunctionColumns.name()
                        .text("Controller", ControllerRevisionStrategy::controller)
                        .text("Revision", object -> TableCells.number(object, "revision"))
                        .age())
                .done();
    }

    private static String controller(JsonNode object) {
        for (JsonNode owner : JsonTree.list(object, "metadata", "ownerReferences")) {
            if (JsonTree.flag(owner, "controller")) {
                String version = JsonTree.text(owner, "apiVersion");
                int slash = version.indexOf('/');
                String group = slash < 0 ? "" : "." + version.substring(0, slash);
                return (JsonTree.text(owner, "kind") + group).toLowerCase(Locale.ROOT) + "/"
                        + JsonTree.text(owner, "name");
            }
        }
        return "<none>";
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        long revision = TableCells.number(object, "revision");
        if (revision < 0) {
            fieldErrors.invalid("revision", Long.toString(revision), "must be greater than or equal to 0");
        }
        if (!JsonTree.has(object, "data")) {
            fieldErrors.required("data", "data is mandatory");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        if (!object.path("data").equals(old.path("data"))) {
            fieldErrors.invalid("data", object.path("data").toString(), "field is immutable");
        }
    }
}
