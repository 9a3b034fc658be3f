package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.schema.Decoded;
import dev.stowage.apiserver.schema.Decoder;
import dev.stowage.apiserver.schema.FieldValidation;
import dev.stowage.apiserver.schema.MismatchException;
import dev.stowage.apiserver.schema.Presets;
import dev.stowage.apiserver.schema.Schema;
import dev.stowage.apiserver.schema.Schema.Struct;
import java.io.IOException;
import java.util.List;

/// From bytes to trees that fit a type.
final class Bodies {
    private static final YAMLMapper YAML = new YAMLMapper();

    private Bodies() {}

    /// An object of the target's kind and version.
    static ObjectNode decode(Target target, Body body, FieldValidation validation, List<String> warnings)
            throws ApiException {
        Decoder.Target wanted = new Decoder.Target(target.group(), target.version(), target.kind());
        boolean yaml = body.mediaType().contains("yaml");
        if (!(schema(target) instanceof Struct type)) {
            return plain(body, target.kind());
        }
        Decoded decoded = Decoder.body(body.bytes(), yaml, wanted, type, validation);
        warnings.addAll(decoded.complaints());
        return decoded.object();
    }

    /// The same of what a patch made of an object.
    static ObjectNode check(Target target, ObjectNode object, FieldValidation validation, List<String> warnings)
            throws ApiException {
        if (!(schema(target) instanceof Struct type)) {
            return object;
        }
        Decoded decoded;
        try {
            decoded = Decoder.tree(object, type);
        } catch (MismatchException e) {
            throw unfit(object, String.valueOf(e.getMessage()));
        }
        if (validation == FieldValidation.STRICT && !decoded.complaints().isEmpty()) {
            throw unfit(object, "strict decoding error: " + String.join(", ", decoded.complaints()));
        }
        if (validation == FieldValidation.WARN) {
            warnings.addAll(decoded.complaints());
        }
        return decoded.object();
    }

    private static ApiException unfit(ObjectNode object, String why) {
        Problems problems = new Problems();
        problems.invalid("patch", Problems.quoted(object.toString()), why);
        return ApiException.invalid("", "", "", problems);
    }

    /// Without looking at a type.
    static ObjectNode plain(Body body, String kind) throws ApiException {
        try {
            JsonNode node = body.mediaType().contains("yaml") ? YAML.readTree(body.bytes()) : Json.read(body.bytes());
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw ApiException.badRequest(
                    "the object provided is unrecognized (must be of type %s): it is no object".formatted(kind));
        } catch (JsonProcessingException e) {
            throw ApiException.badRequest("the object provided is unrecognized (must be of type %s): %s"
                    .formatted(kind, e.getOriginalMessage()));
        } catch (IOException _) {
            throw ApiException.badRequest("the object provided is unrecognized (must be of type %s)".formatted(kind));
        }
    }

    static void presets(Target target, ObjectNode object) {
        if (schema(target) instanceof Struct type) {
            Presets.fill(object, type);
        }
    }

    static Schema schema(Target target) {
        return target.resource().schema().of(target.version());
    }
}
