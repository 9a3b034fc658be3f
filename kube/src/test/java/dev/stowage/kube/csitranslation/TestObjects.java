package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Objects as tests write them: JSON with single quotes.
final class TestObjects {

    private TestObjects() {}

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
