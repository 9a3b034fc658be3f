package dev.stowage.apiserver.group.scheduling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class PriorityClasses implements Strategy {
    static Resource resource(Group group) {
        return group.resource("PriorityClass", "priorityclasses")
                .shortNames("pc")
                .cluster()
                .generation()
                .strategy(new PriorityClasses())
                .columns(TableOf.name()
                        .number("Value", object -> Cells.number(object, "value"))
                        .flag("Global-Default", object -> Tree.flag(object, "globalDefault"))
                        .age()
                        .text("PreemptionPolicy", object -> Tree.text(object, "preemptionPolicy")))
                .done();
    }

    private static final long HIGHEST = 1_000_000_000;

    @Override
    public void complete(ObjectNode object) {
        Defaults.text(object, "preemptionPolicy", "PreemptLowerPriority");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        String name = Tree.text(object, "metadata", "name");
        long value = Cells.number(object, "value");
        if (name.startsWith("system-")) {
            if (!name.equals("system-node-critical") && !name.equals("system-cluster-critical")) {
                problems.forbidden(
                        "metadata.name",
                        "priority class names with 'system-' prefix are reserved for system use only. error: %s is not a"
                                        .formatted(name)
                                + " known system priority class");
            }
        } else if (value > HIGHEST) {
            problems.forbidden("value", "maximum allowed value of a user defined priority is %d".formatted(HIGHEST));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        if (Cells.number(object, "value") != Cells.number(old, "value")) {
            problems.forbidden("value", "may not be changed in an update.");
        }
        if (!Tree.text(object, "preemptionPolicy").equals(Tree.text(old, "preemptionPolicy"))) {
            problems.invalid("preemptionPolicy", object.path("preemptionPolicy").toString(), "field is immutable");
        }
    }

    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return true;
    }
}
