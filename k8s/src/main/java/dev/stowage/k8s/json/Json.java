package dev.stowage.k8s.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;

/// JSON as trees, with limits on what a server may send.
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(200).build())
                    // Field names come from users and are unbounded, so no symbol table may outlive a parse.
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static JsonNode read(byte[] text) throws IOException {
        return MAPPER.readTree(text);
    }

    public static byte[] write(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /// For values that follow each other, as in a watch.
    public static JsonParser parser(InputStream in) throws IOException {
        return MAPPER.createParser(in);
    }
}
