package dev.stowage.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Objects for tests: small, of the resource `pods` unless said otherwise.
final class Objects {
    private Objects() {}

    static Key pod(String namespace, String name) {
        return new Key("pods", namespace, name);
    }

    static Draft draft(Key key, String content) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
        return Draft.of(object.put("content", content));
    }

    static Mutation.Put put(Key key, long expected, String content) {
        return new Mutation.Put(key, expected, draft(key, content), 0);
    }

    static Mutation.Remove remove(Entry entry) {
        return new Mutation.Remove(entry.key(), entry.revision(), Draft.of(entry));
    }

    /// Such as `a/b@3=content`.
    static String text(Entry entry) {
        return entry.view(Objects::read);
    }

    private static String read(Entry entry) {
        ObjectNode object = Json.stored(entry.value());
        String version = object.path("metadata").path("resourceVersion").textValue();
        if (!version.equals(Long.toString(entry.revision()))) {
            throw new AssertionError("%s has revision %d, and says %s"
                    .formatted(entry.key(), entry.revision(), new String(entry.value(), StandardCharsets.UTF_8)));
        }
        return "%s/%s@%s=%s"
                .formatted(
                        entry.key().namespace(),
                        entry.key().name(),
                        version,
                        object.path("content").textValue());
    }

    /// Such as `+a/b@3=new` or `*a/b@4=newer<a/b@3=new`.
    static String text(Change change) {
        String sign = switch (change) {
            case Change.Added _ -> "+";
            case Change.Modified _ -> "*";
            case Change.Removed _ -> "-";
        };
        Optional<String> before = change.previous().map(entry -> "<" + text(entry));
        return sign + text(change.now()) + before.orElse("");
    }
}
