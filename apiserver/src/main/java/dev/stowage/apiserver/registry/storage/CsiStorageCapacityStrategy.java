package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.DeprecatedNodeLabels;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.LabelValidation;
import dev.stowage.apiserver.validation.QuantityValidation;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

final class CsiStorageCapacityStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("CSIStorageCapacity", "csistoragecapacities")
                .strategy(new CsiStorageCapacityStrategy())
                .done();
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        validate(object, false, fieldErrors);
    }

    private static void validate(ObjectNode object, boolean lenient, FieldErrors fieldErrors) {
        LabelValidation.validateSelector(object.path("nodeTopology"), lenient, "nodeTopology", fieldErrors);
        String name = JsonTree.text(object, "storageClassName");
        NameValidation.dnsSubdomain(name)
                .forEach(violation -> fieldErrors.invalid("storageClassName", quoted(name), violation));
        if (JsonTree.has(object, "capacity")) {
            QuantityValidation.notNegative(object.path("capacity"), "capacity", fieldErrors);
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        FieldErrors before = new FieldErrors();
        LabelValidation.validateSelector(old.path("nodeTopology"), false, "", before);
        validate(object, !before.isEmpty(), fieldErrors);
        JsonNode topology = object.path("nodeTopology");
        if (!topology.equals(old.path("nodeTopology"))) {
            ImmutableFields.refuse("nodeTopology", ValueDiff.value(topology), fieldErrors);
        }
        String name = JsonTree.text(object, "storageClassName");
        if (!name.equals(JsonTree.text(old, "storageClassName"))) {
            ImmutableFields.refuse("storageClassName", quoted(name), fieldErrors);
        }
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        return DeprecatedNodeLabels.labelWarnings(object.path("nodeTopology"), "nodeTopology");
    }
}
