package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInResources;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.kubetypes.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Objects in memory, and write requests for them. Objects are written with `'` for `"`.
final class AdmissionFixture implements StrategyContext {
    private static final List<ResourceDescriptor> RESOURCES = BuiltInResources.all(_ -> new Schema.AnyJson());

    private final AdmissionChain admissionChain = new AdmissionChain((_, _) -> new AuthorizationDecision(false, ""));
    private final TreeMap<ObjectKey, ObjectNode> objects = new TreeMap<>();

    static ResourceDescriptor resource(String key) {
        return RESOURCES.stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    static ObjectNode object(String text) throws JsonProcessingException {
        return (ObjectNode) Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    AdmissionFixture with(String resource, String object) throws JsonProcessingException {
        ObjectNode added = object(object);
        objects.put(
                new ObjectKey(
                        resource,
                        JsonTree.text(added, "metadata", "namespace"),
                        JsonTree.text(added, "metadata", "name")),
                added);
        return this;
    }

    ObjectNode create(String resource, String object) throws JsonProcessingException, ApiException {
        return attempt(AdmissionOperation.CREATE, resource, object(object), null);
    }

    ObjectNode update(String resource, String object, String old) throws JsonProcessingException, ApiException {
        return attempt(AdmissionOperation.UPDATE, resource, object(object), object(old));
    }

    void delete(String resource, String old) throws JsonProcessingException, ApiException {
        admissionChain.admit(new AdmissionAttributes(
                AdmissionOperation.DELETE, resource(resource), "", null, object(old), UserInfo.SERVER, this));
    }

    private ObjectNode attempt(
            AdmissionOperation admissionOperation, String resource, ObjectNode object, @Nullable ObjectNode old)
            throws ApiException {
        admissionChain.admit(new AdmissionAttributes(
                admissionOperation, resource(resource), "", object, old, UserInfo.SERVER, this));
        return object;
    }

    @Override
    public Optional<ObjectNode> find(ObjectKey key) {
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
    public UserInfo user() {
        return new UserInfo("admin", "", List.of(), Map.of());
    }
}
