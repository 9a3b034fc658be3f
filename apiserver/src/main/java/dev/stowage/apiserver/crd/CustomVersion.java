package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.cel.InvalidExpressionException;
import dev.stowage.apiserver.crd.Definition.Version;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.pattern.InvalidPatternException;
import dev.stowage.apiserver.schema.Schema.Struct;
import java.util.Optional;

/// One version of a custom resource, ready for use.
///
/// @param definition the version as it is written
/// @param type for reading and merging
/// @param checks its rules; empty when it has none
record CustomVersion(Version definition, JsonSchema schema, Struct type, Optional<Checks> checks) {

    /// @throws IllegalArgumentException for a definition that would be refused
    static CustomVersion of(Version version) {
        try {
            JsonSchema schema = JsonSchema.of(version.schema().orElseGet(Json::object));
            return new CustomVersion(version, schema, TypeOf.resource(schema), Checks.of(schema, true));
        } catch (InvalidPatternException | InvalidExpressionException e) {
            throw new IllegalArgumentException("version " + version.name() + " cannot be served", e);
        }
    }

    String name() {
        return definition.name();
    }

    /// Checks a whole object.
    ///
    /// @param old missing when there was none
    void validate(ObjectNode object, JsonNode old, Problems problems) {
        SchemaValidation.validateUpdate(schema, object, old, "", problems);
        ScaleValidation.validate(definition, object, true, problems);
        EmbeddedObjects.validate(schema, object, "", problems);
        finish(object, old, problems);
    }

    /// Checks an object of which only the status was written.
    void validateStatus(ObjectNode object, JsonNode old, Problems problems) {
        JsonSchema status = schema.properties().get("status");
        if (status != null && object.has("status")) {
            SchemaValidation.validateUpdate(status, object.get("status"), old.path("status"), "status", problems);
        }
        ScaleValidation.validate(definition, object, false, problems);
        finish(object, old, problems);
    }

    private void finish(ObjectNode object, JsonNode old, Problems problems) {
        Problems before = new Problems();
        ListTypes.validate(schema, old, "", before);
        if (before.isEmpty()) {
            ListTypes.validate(schema, object, "", problems);
        }
        if (checks.isEmpty()) {
            return;
        }
        if (isBlocked(problems)) {
            problems.invalid(
                    "<nil>",
                    "null",
                    "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation");
        } else {
            checks.get().validate(object, old, "", new Budget(), problems);
        }
    }

    /// Rules are written for values of the right type and size.
    private static boolean isBlocked(Problems problems) {
        return problems.causes().stream().anyMatch(cause -> switch (cause.reason()) {
            case "FieldValueNotSupported",
                    "FieldValueRequired",
                    "FieldValueTooLong",
                    "FieldValueTooMany",
                    "FieldValueTypeInvalid" -> true;
            default -> false;
        });
    }
}
