package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.apiextensions.schema.CelValidator;
import dev.stowage.apiserver.apiextensions.schema.CostBudget;
import dev.stowage.apiserver.apiextensions.schema.EmbeddedObjectValidation;
import dev.stowage.apiserver.apiextensions.schema.JsonSchema;
import dev.stowage.apiserver.apiextensions.schema.ListTypeValidation;
import dev.stowage.apiserver.apiextensions.schema.SchemaConverter;
import dev.stowage.apiserver.apiextensions.schema.SchemaValidation;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.cel.InvalidExpressionException;
import dev.stowage.cel.regex.InvalidRegexException;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One version of a custom resource. Its schema is read when it is first needed: most are never used.
final class CustomResourceVersion {
    private final Version definition;
    private final Supplier<CustomResourceDefinition> source;
    private volatile @Nullable Compiled compiled;

    /// @param definition without its schema
    /// @param source reads all of it again
    CustomResourceVersion(Version definition, Supplier<CustomResourceDefinition> source) {
        this.definition = definition;
        this.source = source;
    }

    /// The schema as the user wrote it. It is large and not cached.
    ObjectNode written() {
        return source.get().versions().get(definition.index()).schema().orElseGet(Json::object);
    }

    /// @param type for reading and merging
    /// @param checks its rules; empty when it has none
    private record Compiled(JsonSchema schema, Struct type, Optional<CelValidator> checks) {}

    /// Several threads may do this at once; the results are equal.
    private Compiled compiled() {
        Compiled known = compiled;
        if (known == null) {
            try {
                JsonSchema schema = JsonSchema.of(written());
                known = new Compiled(schema, SchemaConverter.resource(schema), CelValidator.of(schema, true));
                compiled = known;
            } catch (InvalidRegexException | InvalidExpressionException e) {
                throw new IllegalStateException(
                        "version %s of a CustomResourceDefinition was valid and no longer is".formatted(name()), e);
            }
        }
        return known;
    }

    Version definition() {
        return definition;
    }

    JsonSchema schema() {
        return compiled().schema();
    }

    Struct type() {
        return compiled().type();
    }

    String name() {
        return definition.name();
    }

    /// Checks a whole object.
    ///
    /// @param old missing when there was none
    void validate(ObjectNode object, JsonNode old, FieldErrors fieldErrors) {
        SchemaValidation.validateUpdate(schema(), object, old, "", fieldErrors);
        ScaleValidation.validate(definition, object, true, fieldErrors);
        EmbeddedObjectValidation.validate(schema(), object, "", fieldErrors);
        finish(object, old, fieldErrors);
    }

    /// Checks an object of which only the status was written.
    void validateStatus(ObjectNode object, JsonNode old, FieldErrors fieldErrors) {
        JsonSchema status = schema().properties().get("status");
        if (status != null && object.has("status")) {
            SchemaValidation.validateUpdate(status, object.get("status"), old.path("status"), "status", fieldErrors);
        }
        ScaleValidation.validate(definition, object, false, fieldErrors);
        finish(object, old, fieldErrors);
    }

    private void finish(ObjectNode object, JsonNode old, FieldErrors fieldErrors) {
        FieldErrors before = new FieldErrors();
        ListTypeValidation.validate(schema(), old, "", before);
        if (before.isEmpty()) {
            ListTypeValidation.validate(schema(), object, "", fieldErrors);
        }
        Optional<CelValidator> checks = compiled().checks();
        if (checks.isEmpty()) {
            return;
        }
        if (isBlocked(fieldErrors)) {
            fieldErrors.invalid(
                    "<nil>",
                    "null",
                    "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation");
        } else {
            checks.get().validate(object, old, "", new CostBudget(), fieldErrors);
        }
    }

    /// CEL rules assume values of the right type and size, so they do not run after such an error.
    private static boolean isBlocked(FieldErrors fieldErrors) {
        return fieldErrors.causes().stream().anyMatch(cause -> switch (cause.reason()) {
            case "FieldValueNotSupported",
                    "FieldValueRequired",
                    "FieldValueTooLong",
                    "FieldValueTooMany",
                    "FieldValueTypeInvalid" -> true;
            default -> false;
        });
    }
}
