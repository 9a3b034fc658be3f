package dev.stowage.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// A list as the server returned it.
///
/// @param resourceVersion the version of the state that it shows
/// @param remaining how many more objects there are beyond the limit
public record ObjectList<T extends KubeObject>(String resourceVersion, List<T> items, long remaining) {

    /// One object at a time is in memory as JSON.
    public static <T extends KubeObject> ObjectList<T> read(InputStream in, Kind<T> kind) throws IOException {
        List<T> items = new ArrayList<>();
        String version = "";
        long remaining = 0;
        try (JsonParser parser = Json.parser(in)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("metadata")) {
                    JsonNode meta = parser.readValueAsTree();
                    version = meta.path("resourceVersion").asText("");
                    remaining = meta.path("remainingItemCount").asLong();
                } else if (field.equals("items") && parser.currentToken() == JsonToken.START_ARRAY) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        JsonNode item = parser.readValueAsTree();
                        items.add(kind.read(item));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        }
        return new ObjectList<>(version, items, remaining);
    }
}
