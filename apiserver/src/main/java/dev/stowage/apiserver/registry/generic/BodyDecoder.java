package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonDepth;
import dev.stowage.apiserver.schema.DecodedObject;
import dev.stowage.apiserver.schema.FieldValidation;
import dev.stowage.apiserver.schema.ObjectDecoder;
import dev.stowage.apiserver.schema.SchemaDefaulting;
import dev.stowage.apiserver.schema.TypeMismatchException;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.List;

/// Decodes request bodies to JSON trees of a type.
final class BodyDecoder {
    private BodyDecoder() {}

    /// An object of the target's kind and version.
    static ObjectNode decode(
            RequestTarget requestTarget, RequestBody body, FieldValidation validation, List<String> warnings)
            throws ApiException {
        GroupVersionKind wanted =
                new GroupVersionKind(requestTarget.group(), requestTarget.version(), requestTarget.kind());
        boolean yaml = body.mediaType().contains("yaml");
        if (!(schema(requestTarget) instanceof Struct type)) {
            return plain(body, requestTarget.kind());
        }
        DecodedObject decodedObject = ObjectDecoder.body(body.bytes(), yaml, wanted, type, validation);
        warnings.addAll(decodedObject.complaints());
        return decodedObject.object();
    }

    /// The same for the result of a patch.
    static ObjectNode check(
            RequestTarget requestTarget, ObjectNode object, FieldValidation validation, List<String> warnings)
            throws ApiException {
        if (!(schema(requestTarget) instanceof Struct type)) {
            return object;
        }
        DecodedObject decodedObject;
        try {
            decodedObject = ObjectDecoder.tree(object, type);
        } catch (TypeMismatchException e) {
            throw unfit(object, String.valueOf(e.getMessage()));
        }
        if (validation == FieldValidation.STRICT && !decodedObject.complaints().isEmpty()) {
            throw unfit(object, "strict decoding error: " + String.join(", ", decodedObject.complaints()));
        }
        if (validation == FieldValidation.WARN) {
            warnings.addAll(decodedObject.complaints());
        }
        return decodedObject.object();
    }

    private static ApiException unfit(ObjectNode object, String why) {
        FieldErrors fieldErrors = new FieldErrors();
        fieldErrors.invalid("patch", FieldErrors.quoted(object.toString()), why);
        return ApiException.invalid("", "", "", fieldErrors);
    }

    /// Without a type.
    static ObjectNode plain(RequestBody body, String kind) throws ApiException {
        try {
            JsonNode node = ObjectDecoder.plain(body.bytes(), body.mediaType().contains("yaml"));
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw ApiException.badRequest(
                    "the object provided is unrecognized (must be of type %s): not a JSON object".formatted(kind));
        } catch (JsonProcessingException e) {
            throw ApiException.badRequest("the object provided is unrecognized (must be of type %s): %s"
                    .formatted(kind, JsonDepth.problem(e)));
        }
    }

    static void presets(RequestTarget requestTarget, ObjectNode object) {
        if (schema(requestTarget) instanceof Struct type) {
            SchemaDefaulting.fill(object, type);
        }
    }

    static Schema schema(RequestTarget requestTarget) {
        return requestTarget.resourceDescriptor().schema().of(requestTarget.version());
    }
}
