package dev.stowage.apiserver.apiextensions;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.apiextensions.schema.SchemaPath;
import dev.stowage.apiserver.apiextensions.schema.SchemaPath.NoSuchPathException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.SelectableField;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The fields that a field selector may name.
final class SelectableFields {
    private static final int MOST = 8;
    private static final Set<String> TYPES = Set.of("string", "boolean", "integer");

    private SelectableFields() {}

    static List<SelectableField> of(Version version) {
        List<SelectableField> fields = new ArrayList<>();
        for (JsonNode field : JsonTree.list(version.tree(), "selectableFields")) {
            String path = JsonTree.text(field, "jsonPath");
            fields.add(SelectableField.at(path.startsWith(".") ? path.substring(1) : path));
        }
        return fields;
    }

    static void validate(Version version, String path, FieldErrors fieldErrors) {
        JsonNode fields = JsonTree.list(version.tree(), "selectableFields");
        ObjectNode schema = version.schema().orElse(null);
        if (fields.isEmpty()) {
            return;
        }
        if (schema == null) {
            fieldErrors.invalid(path, "\"\"", "may only be set when `version.schema.openAPIV3Schema` is not included");
            return;
        }
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            field(
                    JsonTree.text(fields.get(i), "jsonPath"),
                    schema,
                    "%s[%d].jsonPath".formatted(path, i),
                    seen,
                    fieldErrors);
        }
        if (seen.size() > MOST) {
            fieldErrors.tooMany(path, seen.size(), MOST);
        }
    }

    private static void field(String path, ObjectNode schema, String field, Set<String> seen, FieldErrors fieldErrors) {
        if (path.isEmpty()) {
            fieldErrors.required(field, "");
            return;
        }
        try {
            SchemaPath found = SchemaPath.of(path, schema, false);
            if (found.steps().getFirst().equals("metadata")) {
                fieldErrors.invalid(field, quoted(path), "must not point to fields in metadata");
            }
            if (!TYPES.contains(JsonTree.text(found.schema(), "type"))) {
                fieldErrors.invalid(
                        field,
                        quoted(path),
                        "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.");
            }
            if (!seen.add(found.field())) {
                fieldErrors.duplicate(field, quoted(path));
            }
        } catch (NoSuchPathException e) {
            fieldErrors.invalid(field, quoted(path), "is an invalid path: " + e.getMessage());
        }
    }
}
