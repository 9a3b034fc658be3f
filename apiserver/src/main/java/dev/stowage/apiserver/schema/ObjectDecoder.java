package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonDepth;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Decodes objects from clients by their type, normalizes them, and reports unknown and duplicate fields.
public final class ObjectDecoder {
    private static final JsonFactory JSON = JsonFactory.builder()
            // A body is UTF-8, as in Kubernetes. The detection of others takes zeroes for UTF-32.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonDepth.MOST)
                    .build())
            .build();

    private ObjectDecoder() {}

    /// The object in the body of a request. Its complaints are the warnings that the client gets.
    ///
    /// @param yaml whether it is YAML rather than JSON
    public static DecodedObject body(
            byte[] body, boolean yaml, GroupVersionKind expectedKind, Struct type, FieldValidation validation)
            throws ApiException {
        DecodedObject decodedObject = read(body, yaml, expectedKind, type);
        return switch (validation) {
            case IGNORE -> new DecodedObject(decodedObject.object(), List.of());
            case WARN -> decodedObject;
            case STRICT -> {
                if (!decodedObject.complaints().isEmpty()) {
                    throw DecodingFailure.cannotBeHandled(
                            expectedKind, "strict decoding error: " + String.join(", ", decodedObject.complaints()));
                }
                yield decodedObject;
            }
        };
    }

    private static DecodedObject read(byte[] body, boolean yaml, GroupVersionKind expectedKind, Struct type)
            throws ApiException {
        try (JsonParser parser = yaml ? YamlTokenParser.of(body) : JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw DecodingFailure.notAnObject(body, parser.currentToken(), expectedKind);
            }
            TypedReader reader = new TypedReader(parser, type);
            ObjectNode object = reader.object(type);
            if (parser.nextToken() != null) {
                throw DecodingFailure.unrecognized(
                        body, "json parse error: invalid character after top-level value", expectedKind);
            }
            DecodingFailure.checkKind(
                    JsonTree.text(object, "apiVersion"), JsonTree.text(object, "kind"), body, expectedKind);
            object.put("kind", expectedKind.kind()).put("apiVersion", expectedKind.apiVersion());
            CanonicalForm.object(object, type);
            return new DecodedObject(object, reader.complaints());
        } catch (TypeMismatchException e) {
            // If the object has another kind, that is reported instead.
            DecodingFailure.checkKind(body, yaml, expectedKind);
            throw DecodingFailure.cannotBeHandled(expectedKind, String.valueOf(e.getMessage()));
        } catch (JsonProcessingException e) {
            throw DecodingFailure.malformed(body, e, expectedKind);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    /// The same for an existing tree, such as the result of a patch. It is not modified.
    public static DecodedObject tree(ObjectNode tree, Struct type) throws TypeMismatchException {
        try (JsonParser parser = tokens(tree)) {
            parser.nextToken();
            TypedReader reader = new TypedReader(parser, type);
            ObjectNode object = reader.object(type);
            CanonicalForm.object(object, type);
            return new DecodedObject(object, reader.complaints());
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    /// What a body says, whatever its type.
    ///
    /// @throws JsonProcessingException if it is not valid, or too deep
    public static JsonNode plain(byte[] body, boolean yaml) throws JsonProcessingException {
        try (JsonParser parser = parser(body, yaml)) {
            return Json.read(parser);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    static JsonParser tokens(JsonNode tree) {
        return new TreeTraversingParser(tree);
    }

    static JsonParser parser(byte[] body, boolean yaml) throws IOException {
        return yaml ? YamlTokenParser.of(body) : JSON.createParser(body);
    }
}
