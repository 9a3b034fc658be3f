package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;

/// Trees from the short notation that people like to read.
final class Yaml {
    private static final ObjectMapper MAPPER = new ObjectMapper(new YAMLFactory());

    private Yaml() {}

    static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static ObjectNode object(String text) {
        return (ObjectNode) read(text);
    }
}
