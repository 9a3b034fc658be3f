package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.validation.NameValidation;
import dev.stowage.k8s.validation.NameValidator;
import dev.stowage.k8s.validation.ValidationMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// Validates `metadata`, with the same rules for all objects.
public final class ObjectMetaValidation {
    private static final int ANNOTATIONS_LENGTH = 256 * 1024;
    private static final int SUBRESOURCE_LENGTH = 256;
    private static final int MANAGER_LENGTH = 128;
    private static final String METADATA = "metadata";

    private ObjectMetaValidation() {}

    /// Validates the metadata of an object, after its name was generated.
    public static void validate(ObjectNode object, boolean namespaced, NameValidator rule, FieldErrors fieldErrors) {
        JsonNode metadata = object.path(METADATA);
        String start = JsonTree.text(metadata, "generateName");
        if (!start.isEmpty()) {
            rule.violations(start, true)
                    .forEach(violation -> fieldErrors.invalid("metadata.generateName", quoted(start), violation));
        }
        String name = JsonTree.text(metadata, "name");
        if (name.isEmpty()) {
            fieldErrors.required("metadata.name", "name or generateName is required");
        } else {
            rule.violations(name, false)
                    .forEach(violation -> fieldErrors.invalid("metadata.name", quoted(name), violation));
        }
        namespace(JsonTree.text(metadata, "namespace"), namespaced, fieldErrors);
        long generation = JsonTree.number(metadata, "generation").orElse(0);
        if (generation < 0) {
            fieldErrors.invalid("metadata.generation", Long.toString(generation), "must be greater than or equal to 0");
        }
        contents(metadata, fieldErrors);
        finalizers(JsonTree.list(metadata, "finalizers"), fieldErrors);
        managedFields(JsonTree.list(metadata, "managedFields"), fieldErrors);
    }

    private static void namespace(String namespace, boolean namespaced, FieldErrors fieldErrors) {
        if (!namespaced) {
            if (!namespace.isEmpty()) {
                fieldErrors.forbidden("metadata.namespace", "not allowed on this type");
            }
        } else if (namespace.isEmpty()) {
            fieldErrors.required("metadata.namespace", "");
        } else {
            NameValidation.dnsLabel(namespace)
                    .forEach(violation -> fieldErrors.invalid("metadata.namespace", quoted(namespace), violation));
        }
    }

    /// Additional rules for updates, besides [#validate].
    public static void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        JsonNode metadata = object.path(METADATA);
        JsonNode before = old.path(METADATA);
        if (JsonTree.has(before, "deletionTimestamp")) {
            noNewFinalizers(metadata, before, fieldErrors);
        }
        if (JsonTree.text(metadata, "resourceVersion").isEmpty()) {
            fieldErrors.invalid("metadata.resourceVersion", "\"\"", "must be specified for an update");
        }
        long generation = JsonTree.number(metadata, "generation").orElse(0);
        if (generation < JsonTree.number(before, "generation").orElse(0)) {
            fieldErrors.invalid("metadata.generation", Long.toString(generation), "must not be decremented");
        }
        for (String field : List.of("name", "namespace", "uid")) {
            String text = JsonTree.text(metadata, field);
            if (!text.equals(JsonTree.text(before, field))) {
                ImmutableFields.refuse("metadata." + field, quoted(text), fieldErrors);
            }
        }
        ImmutableFields.validate(metadata, before, "creationTimestamp", METADATA, fieldErrors);
        ImmutableFields.validate(metadata, before, "deletionTimestamp", METADATA, fieldErrors);
        ImmutableFields.validate(metadata, before, "deletionGracePeriodSeconds", METADATA, fieldErrors);
        contents(metadata, fieldErrors);
        finalizers(JsonTree.list(metadata, "finalizers"), fieldErrors);
        managedFields(JsonTree.list(metadata, "managedFields"), fieldErrors);
    }

    private static void contents(JsonNode metadata, FieldErrors fieldErrors) {
        LabelValidation.validate(JsonTree.texts(metadata, "labels"), "metadata.labels", fieldErrors);
        annotations(JsonTree.texts(metadata, "annotations"), "metadata.annotations", fieldErrors);
        OwnerReferenceValidation.validate(
                JsonTree.list(metadata, "ownerReferences"), "metadata.ownerReferences", fieldErrors);
    }

    /// Validates annotations, also those of a pod template.
    public static void annotations(Map<String, String> annotations, String field, FieldErrors fieldErrors) {
        long length = 0;
        for (Map.Entry<String, String> annotation : annotations.entrySet()) {
            String key = annotation.getKey();
            NameValidation.qualified(lowercase(key))
                    .forEach(violation -> fieldErrors.invalid(field, quoted(key), violation));
            length += ValidationMessages.length(key) + ValidationMessages.length(annotation.getValue());
        }
        if (length > ANNOTATIONS_LENGTH) {
            fieldErrors.tooLong(field, ANNOTATIONS_LENGTH);
        }
    }

    private static String lowercase(String key) {
        return key.toLowerCase(Locale.ROOT);
    }

    private static void finalizers(JsonNode finalizers, FieldErrors fieldErrors) {
        boolean orphan = false;
        boolean foreground = false;
        for (JsonNode each : finalizers) {
            String finalizer = each.asText();
            NameValidation.qualified(finalizer)
                    .forEach(violation -> fieldErrors.invalid("metadata.finalizers", quoted(finalizer), violation));
            orphan |= finalizer.equals("orphan");
            foreground |= finalizer.equals("foregroundDeletion");
        }
        if (orphan && foreground) {
            fieldErrors.invalid(
                    "metadata.finalizers",
                    finalizers.toString(),
                    "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private static void noNewFinalizers(JsonNode metadata, JsonNode before, FieldErrors fieldErrors) {
        TreeSet<String> extra = new TreeSet<>();
        JsonTree.list(metadata, "finalizers").forEach(finalizer -> extra.add(finalizer.asText()));
        JsonTree.list(before, "finalizers").forEach(finalizer -> extra.remove(finalizer.asText()));
        if (!extra.isEmpty()) {
            List<String> shown = new ArrayList<>();
            extra.forEach(finalizer -> shown.add(quoted(finalizer)));
            fieldErrors.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + String.join(", ", shown) + "}");
        }
    }

    private static void managedFields(JsonNode entries, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode entry : entries) {
            String field = "metadata.managedFields[" + i++ + "]";
            String operation = JsonTree.text(entry, "operation");
            if (!operation.equals("Apply") && !operation.equals("Update")) {
                fieldErrors.invalid(field + ".operation", quoted(operation), "must be `Apply` or `Update`");
            }
            String type = JsonTree.text(entry, "fieldsType");
            if (!type.isEmpty() && !type.equals("FieldsV1")) {
                fieldErrors.invalid(field + ".fieldsType", quoted(type), "must be `FieldsV1`");
            }
            if (ValidationMessages.length(JsonTree.text(entry, "manager")) > MANAGER_LENGTH) {
                fieldErrors.tooLong(field + ".manager", MANAGER_LENGTH);
            }
            if (ValidationMessages.length(JsonTree.text(entry, "subresource")) > SUBRESOURCE_LENGTH) {
                fieldErrors.tooLong(field + ".subresource", SUBRESOURCE_LENGTH);
            }
        }
    }
}
