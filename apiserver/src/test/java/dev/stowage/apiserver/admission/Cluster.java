package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.group.BuiltIns;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.schema.Schema;
import dev.stowage.apiserver.store.Key;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Objects in memory, and attempts at them. Objects are written with `'` for `"`.
final class Cluster implements Surroundings {
    private static final List<Resource> RESOURCES = BuiltIns.all(_ -> new Schema.Anything());

    private final Admission admission = new Admission();
    private final TreeMap<Key, ObjectNode> objects = new TreeMap<>();

    static Resource resource(String key) {
        return RESOURCES.stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    static ObjectNode object(String text) throws JsonProcessingException {
        return (ObjectNode) Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    Cluster with(String resource, String object) throws JsonProcessingException {
        ObjectNode added = object(object);
        objects.put(
                new Key(resource, Tree.text(added, "metadata", "namespace"), Tree.text(added, "metadata", "name")),
                added);
        return this;
    }

    ObjectNode create(String resource, String object) throws JsonProcessingException, ApiException {
        return attempt(Operation.CREATE, resource, object(object), null);
    }

    ObjectNode update(String resource, String object, String old) throws JsonProcessingException, ApiException {
        return attempt(Operation.UPDATE, resource, object(object), object(old));
    }

    void delete(String resource, String old) throws JsonProcessingException, ApiException {
        admission.admit(new Attempt(Operation.DELETE, resource(resource), "", null, object(old), this));
    }

    private ObjectNode attempt(Operation operation, String resource, ObjectNode object, @Nullable ObjectNode old)
            throws ApiException {
        admission.admit(new Attempt(operation, resource(resource), "", object, old, this));
        return object;
    }

    @Override
    public Optional<ObjectNode> find(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public List<ObjectNode> list(String resource, String namespace) {
        return objects.entrySet().stream()
                .filter(each -> each.getKey().resource().equals(resource))
                .filter(each -> namespace.isEmpty() || each.getKey().namespace().equals(namespace))
                .map(each -> each.getValue())
                .toList();
    }

    @Override
    public Instant now() {
        return Instant.parse("2026-01-01T00:00:00Z");
    }

    @Override
    public boolean enabled(String gate) {
        return false;
    }

    @Override
    public String user() {
        return "admin";
    }
}
