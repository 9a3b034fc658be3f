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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One version of a custom resource. Its schema is read when it is first needed: most are never used.
final class CustomVersion {
    private final Version definition;
    private final Supplier<Definition> source;
    private volatile @Nullable Compiled compiled;

    /// @param definition without its schema
    /// @param source reads all of it again
    CustomVersion(Version definition, Supplier<Definition> source) {
        this.definition = definition;
        this.source = source;
    }

    /// The schema as it is written. It is large, and nobody keeps it.
    ObjectNode written() {
        return source.get().versions().get(definition.index()).schema().orElseGet(Json::object);
    }

    /// @param type for reading and merging
    /// @param checks its rules; empty when it has none
    private record Compiled(JsonSchema schema, Struct type, Optional<Checks> checks) {}

    /// Several threads may do this at once; they come to the same result.
    private Compiled compiled() {
        Compiled known = compiled;
        if (known == null) {
            try {
                JsonSchema schema = JsonSchema.of(written());
                known = new Compiled(schema, TypeOf.resource(schema), Checks.of(schema, true));
                compiled = known;
            } catch (InvalidPatternException | InvalidExpressionException e) {
                throw new IllegalStateException(
                        "version %s of a definition was valid and is not any more".formatted(name()), e);
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
    void validate(ObjectNode object, JsonNode old, Problems problems) {
        SchemaValidation.validateUpdate(schema(), object, old, "", problems);
        ScaleValidation.validate(definition, object, true, problems);
        EmbeddedObjects.validate(schema(), object, "", problems);
        finish(object, old, problems);
    }

    /// Checks an object of which only the status was written.
    void validateStatus(ObjectNode object, JsonNode old, Problems problems) {
        JsonSchema status = schema().properties().get("status");
        if (status != null && object.has("status")) {
            SchemaValidation.validateUpdate(status, object.get("status"), old.path("status"), "status", problems);
        }
        ScaleValidation.validate(definition, object, false, problems);
        finish(object, old, problems);
    }

    private void finish(ObjectNode object, JsonNode old, Problems problems) {
        Problems before = new Problems();
        ListTypes.validate(schema(), old, "", before);
        if (before.isEmpty()) {
            ListTypes.validate(schema(), object, "", problems);
        }
        Optional<Checks> checks = compiled().checks();
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
