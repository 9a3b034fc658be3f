package dev.stowage.apiserver.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Objects for tests: small, of the resource `pods` unless said otherwise.
final class TestObjects {
    private TestObjects() {}

    static ObjectKey pod(String namespace, String name) {
        return new ObjectKey("pods", namespace, name);
    }

    static ObjectDraft draft(ObjectKey key, String content) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
        return ObjectDraft.of(object.put("content", content));
    }

    static ObjectWrite.Put put(ObjectKey key, long expected, String content) {
        return new ObjectWrite.Put(key, expected, draft(key, content), 0);
    }

    static ObjectWrite.Remove remove(StoredObject storedObject) {
        return new ObjectWrite.Remove(storedObject.key(), storedObject.revision(), ObjectDraft.of(storedObject));
    }

    /// Such as `a/b@3=content`.
    static String text(StoredObject storedObject) {
        return storedObject.view(TestObjects::read);
    }

    private static String read(StoredObject storedObject) {
        ObjectNode object = Json.stored(storedObject.value());
        String version = object.path("metadata").path("resourceVersion").textValue();
        if (!version.equals(Long.toString(storedObject.revision()))) {
            throw new AssertionError("%s has revision %d, and says %s"
                    .formatted(
                            storedObject.key(),
                            storedObject.revision(),
                            new String(storedObject.value(), StandardCharsets.UTF_8)));
        }
        return "%s/%s@%s=%s"
                .formatted(
                        storedObject.key().namespace(),
                        storedObject.key().name(),
                        version,
                        object.path("content").textValue());
    }

    /// Such as `+a/b@3=new` or `*a/b@4=newer<a/b@3=new`.
    static String text(ObjectChange objectChange) {
        String sign = switch (objectChange) {
            case ObjectChange.Added _ -> "+";
            case ObjectChange.Modified _ -> "*";
            case ObjectChange.Removed _ -> "-";
        };
        Optional<String> before = objectChange.previous().map(storedObject -> "<" + text(storedObject));
        return sign + text(objectChange.now()) + before.orElse("");
    }
}
