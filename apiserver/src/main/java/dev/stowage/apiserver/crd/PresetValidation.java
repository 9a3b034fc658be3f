package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.apiserver.cel.InvalidExpressionException;
import dev.stowage.apiserver.failure.Problems;

/// A default must itself be valid.
final class PresetValidation {
    private PresetValidation() {}

    static void validate(JsonSchema schema, String path, Problems problems) {
        schema.preset().ifPresent(preset -> preset(schema, preset, path + ".default", problems));
        schema.items().ifPresent(items -> validate(items, path + ".items", problems));
        schema.properties()
                .forEach((key, property) -> validate(property, "%s.properties[%s]".formatted(path, key), problems));
    }

    private static void preset(JsonSchema schema, JsonNode preset, String path, Problems problems) {
        JsonNode pruned = preset.deepCopy();
        Structured.prune(pruned, schema, schema.extensions().embedded());
        if (!pruned.equals(preset)) {
            problems.invalid(path, Shown.value(preset), "must not have unknown fields");
        }
        Problems found = new Problems();
        SchemaValidation.validate(schema, preset, path, found);
        problems.addAll(found);
        if (!found.isEmpty()) {
            return;
        }
        try {
            Checks.of(schema, false)
                    .ifPresent(
                            checks -> checks.validate(preset, MissingNode.getInstance(), path, new Budget(), problems));
        } catch (InvalidExpressionException _) {
            // The rule itself is told to be wrong, at its own place.
            return;
        }
    }
}
