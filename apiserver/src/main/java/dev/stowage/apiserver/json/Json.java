package dev.stowage.apiserver.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Trees from bytes and bytes from trees.
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode list() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /// @throws JsonProcessingException for what is not exactly one value
    public static JsonNode read(byte[] bytes) throws JsonProcessingException {
        try {
            return MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail", e);
        }
    }

    /// Of bytes that this server wrote.
    public static ObjectNode stored(byte[] bytes) {
        try {
            return (ObjectNode) read(bytes);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a stored object is not JSON", e);
        }
    }

    public static byte[] write(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a tree can always be written", e);
        }
    }
}
