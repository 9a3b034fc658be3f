package dev.stowage.apiserver.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;

/// JSON trees from YAML, which is easier to read in tests.
public final class YamlTrees {
    private static final ObjectMapper MAPPER = new ObjectMapper(new YAMLFactory());

    private YamlTrees() {}

    public static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) read(text);
    }
}
