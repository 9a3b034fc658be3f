package dev.stowage.apiserver.registry.coordination;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;

final class LeaseStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Lease", "leases")
                .strategy(new LeaseStrategy())
                .columns(FunctionColumns.name()
                        .text("Holder", object -> JsonTree.text(object, "spec", "holderIdentity"))
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
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        long seconds = TableCells.number(spec, "leaseDurationSeconds");
        if (JsonTree.has(spec, "leaseDurationSeconds") && seconds <= 0) {
            fieldErrors.invalid("spec.leaseDurationSeconds", Long.toString(seconds), "must be greater than 0");
        }
        FieldChecks.notNegative(spec, "leaseTransitions", "spec", fieldErrors);
        if (!JsonTree.text(spec, "preferredHolder").isEmpty()
                && JsonTree.text(spec, "strategy").isEmpty()) {
            fieldErrors.forbidden("spec.preferredHolder", "may only be specified if `strategy` is defined");
        }
    }
}
