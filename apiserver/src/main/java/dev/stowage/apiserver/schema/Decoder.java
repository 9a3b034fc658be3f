package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.schema.Schema.Struct;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Objects from what clients send: of their type, tidy, and with a word on every field that is unknown or there twice.
public final class Decoder {
    private static final int MOST_NESTING = 256;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_NESTING)
                    .build())
            .build();

    private Decoder() {}

    /// What a body has to contain. It need not say so itself.
    ///
    /// @param group empty for the core group
    public record Target(String group, String version, String kind) {
        String apiVersion() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    /// The object in the body of a request. Its complaints are the warnings that the client gets.
    ///
    /// @param yaml whether it is YAML rather than JSON
    public static Decoded body(byte[] body, boolean yaml, Target target, Struct type, FieldValidation validation)
            throws ApiException {
        Decoded decoded = read(body, yaml, target, type);
        return switch (validation) {
            case IGNORE -> new Decoded(decoded.object(), List.of());
            case WARN -> decoded;
            case STRICT -> {
                if (!decoded.complaints().isEmpty()) {
                    throw BodyFailure.cannotBeHandled(
                            target, "strict decoding error: " + String.join(", ", decoded.complaints()));
                }
                yield decoded;
            }
        };
    }

    private static Decoded read(byte[] body, boolean yaml, Target target, Struct type) throws ApiException {
        try (JsonParser parser = yaml ? YamlTokens.of(body) : JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw BodyFailure.notAnObject(body, parser.currentToken(), target);
            }
            TypedReader reader = new TypedReader(parser, type);
            ObjectNode object = reader.object(type);
            if (parser.nextToken() != null) {
                throw BodyFailure.unrecognized(
                        body, "json parse error: invalid character after top-level value", target);
            }
            BodyFailure.checkKind(Tree.text(object, "apiVersion"), Tree.text(object, "kind"), body, target);
            object.put("kind", target.kind()).put("apiVersion", target.apiVersion());
            Tidy.object(object, type);
            return new Decoded(object, reader.complaints());
        } catch (MismatchException e) {
            // Whatever is wrong with it, an object of another kind is refused because of its kind.
            BodyFailure.checkKind(body, yaml, target);
            throw BodyFailure.cannotBeHandled(target, String.valueOf(e.getMessage()));
        } catch (JsonProcessingException e) {
            throw BodyFailure.malformed(body, e, target);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail", e);
        }
    }

    /// The same for an object that is there already, such as the outcome of a patch. It is not changed.
    public static Decoded tree(ObjectNode tree, Struct type) throws MismatchException {
        try (JsonParser parser = tokens(tree)) {
            parser.nextToken();
            TypedReader reader = new TypedReader(parser, type);
            ObjectNode object = reader.object(type);
            Tidy.object(object, type);
            return new Decoded(object, reader.complaints());
        } catch (IOException e) {
            throw new UncheckedIOException("a tree in memory cannot fail", e);
        }
    }

    static JsonParser tokens(JsonNode tree) {
        return new TreeTraversingParser(tree);
    }

    static JsonParser parser(byte[] body, boolean yaml) throws IOException {
        return yaml ? YamlTokens.of(body) : JSON.createParser(body);
    }
}
