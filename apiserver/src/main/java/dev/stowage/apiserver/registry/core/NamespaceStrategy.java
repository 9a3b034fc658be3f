package dev.stowage.apiserver.registry.core;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.validation.NameValidation;
import dev.stowage.k8s.validation.NameValidator;
import java.util.Set;

/// Namespaces. After a deletion request one stays, Terminating, until the namespace controller removes its
/// finalizer from the spec.
final class NamespaceStrategy implements ResourceStrategy {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final String FINALIZER = "kubernetes";
    private static final Set<String> UNQUALIFIED = Set.of(FINALIZER, "orphan", "foregroundDeletion");

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Namespace", "namespaces")
                .shortNames("ns")
                .cluster()
                .without(Verb.DELETECOLLECTION)
                .status(StatusStrategy.TAKES_METADATA)
                .part("finalize", "Namespace", Verb.UPDATE)
                .selectable("status.phase")
                .selectable(new SelectableField("name", object -> JsonTree.text(object, "metadata", "name")))
                .strategy(new NamespaceStrategy())
                .columns(FunctionColumns.name()
                        .text("Status", object -> JsonTree.text(object, "status", "phase"))
                        .age())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        String name = JsonTree.text(object, "metadata", "name");
        if (!name.isEmpty()) {
            JsonTree.ensure(object, "metadata", "labels").put(NAME_LABEL, name);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        // A generated name is not known before.
        complete(object);
        object.putObject("status").put("phase", "Active");
        ObjectNode spec = JsonTree.ensure(object, "spec");
        ArrayNode finalizers = JsonTree.list(spec, "finalizers");
        for (JsonNode finalizer : finalizers) {
            if (finalizer.asText().equals(FINALIZER)) {
                return;
            }
        }
        spec.set("finalizers", finalizers.add(FINALIZER));
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        keep(object, old, "spec");
    }

    @Override
    public void prepareForSubresourceUpdate(
            String subresource, ObjectNode object, ObjectNode old, StrategyContext context) {
        keep(object, old, "status");
    }

    private static void keep(ObjectNode object, ObjectNode old, String field) {
        JsonNode kept = old.get(field);
        if (kept == null) {
            object.remove(field);
        } else {
            object.set(field, kept.deepCopy());
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        for (JsonNode finalizer : JsonTree.list(object, "spec", "finalizers")) {
            validateFinalizer(finalizer.asText(), "spec.finalizers", fieldErrors);
        }
    }

    @Override
    public void validateThrough(String subresource, ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode finalizer : JsonTree.list(object, "spec", "finalizers")) {
            validateFinalizer(finalizer.asText(), "spec.finalizers[" + i++ + "]", fieldErrors);
        }
    }

    private static void validateFinalizer(String finalizer, String path, FieldErrors fieldErrors) {
        FieldChecks.violations(NameValidation.qualified(finalizer), finalizer, path, fieldErrors);
        if (!finalizer.contains("/") && !UNQUALIFIED.contains(finalizer)) {
            fieldErrors.invalid(
                    path, quoted(finalizer), "name is neither a standard finalizer name nor is it fully qualified");
        }
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        String phase = JsonTree.text(object, "status", "phase");
        boolean going = JsonTree.has(object, "metadata", "deletionTimestamp");
        String expected = going ? "Terminating" : "Active";
        if (!phase.equals(expected)) {
            fieldErrors.invalid(
                    "status.Phase",
                    quoted(phase),
                    "may only be '%s' if `deletionTimestamp` is %s".formatted(expected, going ? "not empty" : "empty"));
        }
    }

    @Override
    public void deleting(ObjectNode object) {
        JsonTree.ensure(object, "status").put("phase", "Terminating");
    }

    @Override
    public boolean isHeld(ObjectNode object) {
        return !JsonTree.list(object, "spec", "finalizers").isEmpty();
    }

    @Override
    public NameValidator nameValidator() {
        return NameValidator.DNS_LABEL;
    }
}
