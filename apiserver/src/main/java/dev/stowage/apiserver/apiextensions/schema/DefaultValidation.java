package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.cel.InvalidExpressionException;

/// A default must itself be valid.
public final class DefaultValidation {
    private DefaultValidation() {}

    public static void validate(JsonSchema schema, String path, FieldErrors fieldErrors) {
        schema.preset().ifPresent(preset -> preset(schema, preset, path + ".default", fieldErrors));
        schema.items().ifPresent(items -> validate(items, path + ".items", fieldErrors));
        schema.properties().forEach((key, property) -> {
            String name = "%s.properties[%s]".formatted(path, FieldErrors.shortened(key));
            validate(property, name, fieldErrors);
        });
    }

    private static void preset(JsonSchema schema, JsonNode preset, String path, FieldErrors fieldErrors) {
        JsonNode pruned = preset.deepCopy();
        StructuralPruning.prune(pruned, schema, schema.extensions().embedded());
        if (!pruned.equals(preset)) {
            fieldErrors.invalid(path, JsonValueText.value(preset), "must not have unknown fields");
        }
        FieldErrors found = new FieldErrors();
        SchemaValidation.validate(schema, preset, path, found);
        fieldErrors.addAll(found);
        if (!found.isEmpty()) {
            return;
        }
        try {
            CelValidator.of(schema, false)
                    .ifPresent(celValidator -> celValidator.validate(
                            preset, MissingNode.getInstance(), path, new CostBudget(), fieldErrors));
        } catch (InvalidExpressionException _) {
            // The invalid rule itself is reported at its own path.
            return;
        }
    }
}
