package dev.stowage.apiserver.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// Reads and writes JSON trees.
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // UTF-8 only, as in Kubernetes.
                    .disable(JsonFactory.Feature.CHARSET_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            // Writes characters beyond U+FFFF as UTF-8 and not as two escapes, as clients in other languages do.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            // A caller that writes several trees to one stream decides when to flush it.
            .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode list() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /// @throws JsonProcessingException if the bytes are not exactly one JSON value
    public static JsonNode read(byte[] bytes) throws JsonProcessingException {
        try {
            return MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (NumberFormatException e) {
            throw notANumber(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    /// @throws JsonProcessingException if the tokens are not exactly one JSON value
    public static JsonNode read(JsonParser tokens) throws IOException {
        JsonNode read = tree(tokens);
        if (read == null) {
            return MissingNode.getInstance();
        }
        if (tokens.nextToken() != null) {
            throw new JsonParseException(tokens, "more than one value");
        }
        return read;
    }

    private static @Nullable JsonNode tree(JsonParser tokens) throws IOException {
        try {
            return MAPPER.readTree(tokens);
        } catch (NumberFormatException e) {
            throw notANumber(e);
        }
    }

    /// A number whose exponent is itself too large to be a number.
    private static JsonParseException notANumber(NumberFormatException e) {
        return new JsonParseException(null, "a number is out of range", e);
    }

    /// Reads bytes that this server wrote.
    public static ObjectNode stored(byte[] bytes) {
        try {
            return (ObjectNode) read(bytes);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("stored object is not valid JSON", e);
        }
    }

    public static byte[] write(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("writing JSON to memory failed", e);
        }
    }

    /// Writes trees one after the other, with [JsonGenerator#writeTree].
    public static JsonGenerator generator(OutputStream out) throws IOException {
        return MAPPER.createGenerator(out);
    }

    /// Reads token by token.
    public static JsonParser parser(byte[] bytes) throws IOException {
        return MAPPER.createParser(bytes);
    }
}
