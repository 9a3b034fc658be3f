package dev.stowage.apiserver.registry.scheduling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;

final class PriorityClassStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("PriorityClass", "priorityclasses")
                .shortNames("pc")
                .cluster()
                .generation()
                .strategy(new PriorityClassStrategy())
                .columns(FunctionColumns.name()
                        .number("Value", object -> TableCells.number(object, "value"))
                        .flag("Global-Default", object -> JsonTree.flag(object, "globalDefault"))
                        .age()
                        .text("PreemptionPolicy", object -> JsonTree.text(object, "preemptionPolicy")))
                .done();
    }

    private static final long HIGHEST = 1_000_000_000;

    @Override
    public void complete(ObjectNode object) {
        FieldDefaults.text(object, "preemptionPolicy", "PreemptLowerPriority");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        String name = JsonTree.text(object, "metadata", "name");
        long value = TableCells.number(object, "value");
        if (name.startsWith("system-")) {
            if (!name.equals("system-node-critical") && !name.equals("system-cluster-critical")) {
                fieldErrors.forbidden(
                        "metadata.name",
                        "priority class names with 'system-' prefix are reserved for system use only. error: %s is not a"
                                        .formatted(name)
                                + " known system priority class");
            }
        } else if (value > HIGHEST) {
            fieldErrors.forbidden("value", "maximum allowed value of a user defined priority is %d".formatted(HIGHEST));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        if (TableCells.number(object, "value") != TableCells.number(old, "value")) {
            fieldErrors.forbidden("value", "may not be changed in an update.");
        }
        if (!JsonTree.text(object, "preemptionPolicy").equals(JsonTree.text(old, "preemptionPolicy"))) {
            fieldErrors.invalid(
                    "preemptionPolicy", object.path("preemptionPolicy").toString(), "field is immutable");
        }
    }

    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return true;
    }
}
