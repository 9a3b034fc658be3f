package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.DeprecatedNodeLabels;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.names.StorageClassKeys;
import java.util.ArrayList;
import java.util.List;

final class StorageClassStrategy implements ResourceStrategy {
    private static final List<String> POLICIES = List.of("Delete", "Retain");
    private static final List<String> BINDING_MODES = List.of("Immediate", StorageClassKeys.WAIT_FOR_FIRST_CONSUMER);

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("StorageClass", "storageclasses")
                .shortNames("sc")
                .cluster()
                .strategy(new StorageClassStrategy())
                .columns(FunctionColumns.nameAs(StorageClassStrategy::name)
                        .text("Provisioner", object -> JsonTree.text(object, "provisioner"))
                        .text("ReclaimPolicy", object -> or("Delete", object, "reclaimPolicy"))
                        .text("VolumeBindingMode", object -> or("Immediate", object, "volumeBindingMode"))
                        .text("AllowVolumeExpansion", object -> JsonTree.flag(object, "allowVolumeExpansion"))
                        .age())
                .done();
    }

    private static String name(JsonNode object) {
        String name = JsonTree.text(object, "metadata", "name");
        JsonNode annotations = JsonTree.at(object, "metadata", "annotations");
        boolean preferred =
                JsonTree.text(annotations, StorageClassKeys.IS_DEFAULT_CLASS).equals("true")
                        || JsonTree.text(annotations, StorageClassKeys.BETA_IS_DEFAULT_CLASS)
                                .equals("true");
        return preferred ? name + " (default)" : name;
    }

    private static String or(String otherwise, JsonNode object, String field) {
        return JsonTree.has(object, field) ? JsonTree.text(object, field) : otherwise;
    }

    @Override
    public void complete(ObjectNode object) {
        if (!JsonTree.has(object, "reclaimPolicy")) {
            object.put("reclaimPolicy", "Delete");
        }
        if (!JsonTree.has(object, "volumeBindingMode")) {
            object.put("volumeBindingMode", "Immediate");
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        ClassParameterValidation.driver(object, "provisioner", fieldErrors);
        ClassParameterValidation.validate(object, true, fieldErrors);
        String policy = JsonTree.text(object, "reclaimPolicy");
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            fieldErrors.notSupported("reclaimPolicy", quoted(policy), POLICIES);
        }
        String mode = JsonTree.text(object, "volumeBindingMode");
        if (!BINDING_MODES.contains(mode)) {
            fieldErrors.notSupported("volumeBindingMode", quoted(mode), BINDING_MODES);
        }
        AllowedTopologyValidation.validate(JsonTree.list(object, "allowedTopologies"), fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        if (!ImmutableFields.same(object.path("parameters"), old.path("parameters"))) {
            JsonNode parameters = ValueDiff.sorted(object.path("parameters"));
            ImmutableFields.refuse("parameters", ValueDiff.value(parameters), fieldErrors);
        }
        for (String field : List.of("provisioner", "reclaimPolicy", "volumeBindingMode")) {
            String now = JsonTree.text(object, field);
            if (!now.equals(JsonTree.text(old, field))) {
                ImmutableFields.refuse(field, quoted(now), fieldErrors);
            }
        }
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> warnings = new ArrayList<>();
        int i = 0;
        for (JsonNode term : JsonTree.list(object, "allowedTopologies")) {
            int j = 0;
            for (JsonNode expression : JsonTree.list(term, "matchLabelExpressions")) {
                String field = "allowedTopologies[%d].matchLabelExpressions[%d].key".formatted(i, j++);
                DeprecatedNodeLabels.warning(JsonTree.text(expression, "key"))
                        .ifPresent(warning -> warnings.add(field + ": " + warning));
            }
            i++;
        }
        return warnings;
    }
}
