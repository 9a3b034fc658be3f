package dev.stowage.apiserver.group.coordination;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class Leases implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Lease", "leases")
                .strategy(new Leases())
                .columns(TableOf.name()
                        .text("Holder", object -> Tree.text(object, "spec", "holderIdentity"))
                        .age())
                .done();
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        long seconds = Cells.number(spec, "leaseDurationSeconds");
        if (Tree.has(spec, "leaseDurationSeconds") && seconds <= 0) {
            problems.invalid("spec.leaseDurationSeconds", Long.toString(seconds), "must be greater than 0");
        }
        Checks.notNegative(spec, "leaseTransitions", "spec", problems);
        if (!Tree.text(spec, "preferredHolder").isEmpty()
                && Tree.text(spec, "strategy").isEmpty()) {
            problems.forbidden("spec.preferredHolder", "may only be specified if `strategy` is defined");
        }
    }
}
