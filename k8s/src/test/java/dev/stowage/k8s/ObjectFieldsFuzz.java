package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// An object that a server sends, and the fields that caches read from it.
final class ObjectFieldsFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                {"selector": {"matchLabels": {"a": "b"}, "matchExpressions": [
                 {"key": "a", "operator": "In", "values": ["x", "y"]}, {"key": "n", "operator": "Gt", "values": ["5"]}]}}""", """
                {"limits": {"cpu": "100m", "memory": 1e3, "x": null}, "time": "2026-11-15T08:00:00Z", "text": "abc",
                 "list": ["a", 1, {}, []]}""");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"values\"", "\"matchLabels\"", "null", "[", "{", "}", "]", "\"In\"", "\"NotIn\"", "1e999", ":");
    }

    @Override
    public void run(byte[] input) {
        JsonNode object;
        try {
            object = Json.read(input);
        } catch (IOException _) {
            return;
        }
        LabelSelector selector = LabelSelector.required(object.path("selector"));
        selector.matches(Map.of("a", "x", "n", "6"));
        selector.matchLabels();
        JsonFields.milliValues(object.path("limits"));
        JsonFields.instant(object, "time");
        JsonFields.textOrNull(object, "text");
        JsonFields.texts(object.path("list"));
        if (!object.isMissingNode() && Json.write(object).length == 0) {
            throw new AssertionError("nothing is written");
        }
    }
}
