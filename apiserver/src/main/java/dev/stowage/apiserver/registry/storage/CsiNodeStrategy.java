package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.core.persistentvolume.PersistentVolumeSpecValidation;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.InternalTypeShape;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.validation.NameValidation;
import java.util.HashSet;
import java.util.Set;

final class CsiNodeStrategy implements ResourceStrategy {
    private static final int ID_LENGTH = 256;

    /// Without the number of volumes, which may change.
    private static final InternalTypeShape DRIVER =
            InternalTypeShape.of("Name=name", "NodeID=nodeID", "TopologyKeys=topologyKeys?", "Allocatable=?");

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("CSINode", "csinodes")
                .cluster()
                .strategy(new CsiNodeStrategy())
                .columns(FunctionColumns.name()
                        .number("Drivers", object ->
                                (long) JsonTree.list(object, "spec", "drivers").size())
                        .age())
                .done();
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode driver : JsonTree.list(object, "spec", "drivers")) {
            driver(driver, names, "spec.drivers[" + i++ + "]", fieldErrors);
        }
    }

    private static void driver(JsonNode driver, Set<String> names, String field, FieldErrors fieldErrors) {
        String name = JsonTree.text(driver, "name");
        PersistentVolumeSpecValidation.driver(name, field + ".name", fieldErrors);
        String id = JsonTree.text(driver, "nodeID");
        if (id.isEmpty()) {
            fieldErrors.required(field + ".nodeID", "");
        }
        if (ClassParameterValidation.bytes(id) > ID_LENGTH) {
            fieldErrors.invalid(field + ".nodeID", quoted(id), "must be 256 characters or less");
        }
        long count = JsonTree.number(driver, "allocatable", "count").orElse(0);
        if (count < 0) {
            fieldErrors.invalid(
                    field + ".allocatable.count", Long.toString(count), "must be greater than or equal to 0");
        }
        if (!names.add(name)) {
            fieldErrors.duplicate(field + ".name", quoted(name));
        }
        Set<String> keys = new HashSet<>();
        for (JsonNode each : JsonTree.list(driver, "topologyKeys")) {
            String key = each.asText();
            if (key.isEmpty()) {
                fieldErrors.required(field, "");
            }
            if (!keys.add(key)) {
                fieldErrors.duplicate(field, quoted(key));
            }
            NameValidation.qualified(key).forEach(violation -> fieldErrors.invalid(field, quoted(key), violation));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        for (JsonNode before : JsonTree.list(old, "spec", "drivers")) {
            for (JsonNode driver : JsonTree.list(object, "spec", "drivers")) {
                JsonNode now = DRIVER.show(driver);
                boolean sameName = JsonTree.text(driver, "name").equals(JsonTree.text(before, "name"));
                if (sameName && !now.equals(DRIVER.show(before))) {
                    ImmutableFields.refuse("spec.drivers", ValueDiff.value(now), fieldErrors);
                }
            }
        }
    }
}
