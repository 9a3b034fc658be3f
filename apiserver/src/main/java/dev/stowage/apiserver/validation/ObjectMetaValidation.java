package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// The rules of `metadata`, the same for all objects.
public final class ObjectMetaValidation {
    private static final int ANNOTATIONS_LENGTH = 256 * 1024;
    private static final int SUBRESOURCE_LENGTH = 256;
    private static final int MANAGER_LENGTH = 128;
    private static final String METADATA = "metadata";

    private ObjectMetaValidation() {}

    /// Of an object whose name was already made, when it asked for one.
    public static void validate(ObjectNode object, boolean namespaced, NameRule rule, Problems problems) {
        JsonNode metadata = object.path(METADATA);
        String start = Tree.text(metadata, "generateName");
        if (!start.isEmpty()) {
            rule.mistakes(start, true)
                    .forEach(mistake -> problems.invalid("metadata.generateName", quoted(start), mistake));
        }
        String name = Tree.text(metadata, "name");
        if (name.isEmpty()) {
            problems.required("metadata.name", "name or generateName is required");
        } else {
            rule.mistakes(name, false).forEach(mistake -> problems.invalid("metadata.name", quoted(name), mistake));
        }
        namespace(Tree.text(metadata, "namespace"), namespaced, problems);
        long generation = Tree.number(metadata, "generation").orElse(0);
        if (generation < 0) {
            problems.invalid("metadata.generation", Long.toString(generation), "must be greater than or equal to 0");
        }
        contents(metadata, problems);
        finalizers(Tree.list(metadata, "finalizers"), problems);
        managedFields(Tree.list(metadata, "managedFields"), problems);
    }

    private static void namespace(String namespace, boolean namespaced, Problems problems) {
        if (!namespaced) {
            if (!namespace.isEmpty()) {
                problems.forbidden("metadata.namespace", "not allowed on this type");
            }
        } else if (namespace.isEmpty()) {
            problems.required("metadata.namespace", "");
        } else {
            Names.dnsLabel(namespace)
                    .forEach(mistake -> problems.invalid("metadata.namespace", quoted(namespace), mistake));
        }
    }

    /// Of an object that takes the place of another, beside [#validate].
    public static void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        JsonNode metadata = object.path(METADATA);
        JsonNode before = old.path(METADATA);
        if (Tree.has(before, "deletionTimestamp")) {
            noNewFinalizers(metadata, before, problems);
        }
        if (Tree.text(metadata, "resourceVersion").isEmpty()) {
            problems.invalid("metadata.resourceVersion", "\"\"", "must be specified for an update");
        }
        long generation = Tree.number(metadata, "generation").orElse(0);
        if (generation < Tree.number(before, "generation").orElse(0)) {
            problems.invalid("metadata.generation", Long.toString(generation), "must not be decremented");
        }
        for (String field : List.of("name", "namespace", "uid")) {
            String text = Tree.text(metadata, field);
            if (!text.equals(Tree.text(before, field))) {
                Immutable.refuse("metadata." + field, quoted(text), problems);
            }
        }
        Immutable.validate(metadata, before, "creationTimestamp", METADATA, problems);
        Immutable.validate(metadata, before, "deletionTimestamp", METADATA, problems);
        Immutable.validate(metadata, before, "deletionGracePeriodSeconds", METADATA, problems);
        contents(metadata, problems);
        finalizers(Tree.list(metadata, "finalizers"), problems);
        managedFields(Tree.list(metadata, "managedFields"), problems);
    }

    private static void contents(JsonNode metadata, Problems problems) {
        Labels.validate(Tree.texts(metadata, "labels"), "metadata.labels", problems);
        annotations(Tree.texts(metadata, "annotations"), "metadata.annotations", problems);
        OwnerReferences.validate(Tree.list(metadata, "ownerReferences"), "metadata.ownerReferences", problems);
    }

    /// Of any object with annotations, such as a template of a pod.
    public static void annotations(Map<String, String> annotations, String field, Problems problems) {
        long length = 0;
        for (Map.Entry<String, String> annotation : annotations.entrySet()) {
            String key = annotation.getKey();
            Names.qualified(lowercase(key)).forEach(mistake -> problems.invalid(field, quoted(key), mistake));
            length += Words.length(key) + Words.length(annotation.getValue());
        }
        if (length > ANNOTATIONS_LENGTH) {
            problems.tooLong(field, ANNOTATIONS_LENGTH);
        }
    }

    private static String lowercase(String key) {
        return key.toLowerCase(Locale.ROOT);
    }

    private static void finalizers(JsonNode finalizers, Problems problems) {
        boolean orphan = false;
        boolean foreground = false;
        for (JsonNode each : finalizers) {
            String finalizer = each.asText();
            Names.qualified(finalizer)
                    .forEach(mistake -> problems.invalid("metadata.finalizers", quoted(finalizer), mistake));
            orphan |= finalizer.equals("orphan");
            foreground |= finalizer.equals("foregroundDeletion");
        }
        if (orphan && foreground) {
            problems.invalid(
                    "metadata.finalizers",
                    finalizers.toString(),
                    "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private static void noNewFinalizers(JsonNode metadata, JsonNode before, Problems problems) {
        TreeSet<String> extra = new TreeSet<>();
        Tree.list(metadata, "finalizers").forEach(finalizer -> extra.add(finalizer.asText()));
        Tree.list(before, "finalizers").forEach(finalizer -> extra.remove(finalizer.asText()));
        if (!extra.isEmpty()) {
            List<String> shown = new ArrayList<>();
            extra.forEach(finalizer -> shown.add(quoted(finalizer)));
            problems.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + String.join(", ", shown) + "}");
        }
    }

    private static void managedFields(JsonNode entries, Problems problems) {
        int i = 0;
        for (JsonNode entry : entries) {
            String field = "metadata.managedFields[" + i++ + "]";
            String operation = Tree.text(entry, "operation");
            if (!operation.equals("Apply") && !operation.equals("Update")) {
                problems.invalid(field + ".operation", quoted(operation), "must be `Apply` or `Update`");
            }
            String type = Tree.text(entry, "fieldsType");
            if (!type.isEmpty() && !type.equals("FieldsV1")) {
                problems.invalid(field + ".fieldsType", quoted(type), "must be `FieldsV1`");
            }
            if (Words.length(Tree.text(entry, "manager")) > MANAGER_LENGTH) {
                problems.tooLong(field + ".manager", MANAGER_LENGTH);
            }
            if (Words.length(Tree.text(entry, "subresource")) > SUBRESOURCE_LENGTH) {
                problems.tooLong(field + ".subresource", SUBRESOURCE_LENGTH);
            }
        }
    }
}
