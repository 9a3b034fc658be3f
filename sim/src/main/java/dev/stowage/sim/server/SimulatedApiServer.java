package dev.stowage.sim.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.patch.PatchApplier;
import dev.stowage.apiserver.patch.PatchType;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kubetypes.BuiltInTypes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All objects and their history. Each call is one step; it has no threads and no faults.
public final class SimulatedApiServer {
    private final InstantSource clock;
    private final Map<String, Map<NamespacedName, ObjectNode>> objects = new HashMap<>();
    private final Map<String, List<Change>> history = new HashMap<>();
    private long version = 1;
    private long writes;

    /// @param type `ADDED`, `MODIFIED` or `DELETED`
    record Change(long version, String type, ObjectNode object) {}

    public SimulatedApiServer(InstantSource clock) {
        this.clock = clock;
        for (ResourceType resourceType : ResourceType.all()) {
            objects.put(
                    resourceType.plural(),
                    new TreeMap<>(
                            Comparator.comparing(NamespacedName::namespace).thenComparing(NamespacedName::name)));
            history.put(resourceType.plural(), new ArrayList<>());
        }
    }

    /// The number of writes: when it does not change, nothing happens any more.
    public long writes() {
        return writes;
    }

    /// A fingerprint of the whole history.
    public int fingerprint() {
        return history.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Change::version))
                .map(change -> change.type() + change.object())
                .toList()
                .hashCode();
    }

    public <T extends KubeObject> List<T> all(Kind<T> kind) {
        return table(kind.plural()).values().stream().map(kind::read).toList();
    }

    public <T extends KubeObject> Optional<T> find(Kind<T> kind, String namespace, String name) {
        return Optional.ofNullable(table(kind.plural()).get(new NamespacedName(namespace, name)))
                .map(kind::read);
    }

    public <T extends KubeObject> T create(Kind<T> kind, String namespace, ObjectNode object) throws ApiFailure {
        return kind.read(create(ResourceType.of(kind.plural()), namespace, object));
    }

    public <T extends KubeObject> T patch(Kind<T> kind, KubeObject seen, Patch patch) throws ApiFailure {
        RequestPath place = new RequestPath(
                ResourceType.of(kind.plural()),
                seen.meta().namespace(),
                seen.meta().name(),
                patch.subresource(),
                "");
        return kind.read(patch(place, patch.type().contentType(), Json.write(patch.body())));
    }

    public void delete(Kind<?> kind, KubeObject seen, boolean now) throws ApiFailure {
        delete(ResourceType.of(kind.plural()), seen.key(), Json.object().put("gracePeriodSeconds", now ? 0 : 30));
    }

    private Map<NamespacedName, ObjectNode> table(String plural) {
        Map<NamespacedName, ObjectNode> table = objects.get(plural);
        if (table == null) {
            throw new IllegalArgumentException("there are no " + plural);
        }
        return table;
    }

    private List<Change> changes(String plural) {
        return history.getOrDefault(plural, List.of());
    }

    ObjectNode get(ResourceType resourceType, NamespacedName key) throws ApiFailure {
        ObjectNode found = table(resourceType.plural()).get(key);
        if (found == null) {
            throw new ApiFailure(404, "NotFound", resourceType.plural() + " \"" + key.name() + "\" not found", null);
        }
        return found;
    }

    ObjectNode list(ResourceType resourceType, String namespace) {
        ObjectNode list = Json.object();
        list.putObject("metadata").put("resourceVersion", Long.toString(version));
        ArrayNode items = list.putArray("items");
        table(resourceType.plural()).forEach((key, object) -> {
            if (namespace.isEmpty() || key.namespace().equals(namespace)) {
                items.add(object);
            }
        });
        return list;
    }

    /// The first change after that version; null when there is none.
    @Nullable
    Change after(ResourceType resourceType, long seen) {
        List<Change> all = changes(resourceType.plural());
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle).version() > seen) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low < all.size() ? all.get(low) : null;
    }

    ObjectNode create(ResourceType resourceType, String namespace, ObjectNode given) throws ApiFailure {
        ObjectNode object = given.deepCopy();
        ObjectNode meta = object.withObject("/metadata");
        NamespacedName key = new NamespacedName(namespace, meta.path("name").asText());
        if (table(resourceType.plural()).containsKey(key)) {
            throw new ApiFailure(
                    409, "AlreadyExists", resourceType.plural() + " \"" + key.name() + "\" already exists", null);
        }
        if (!namespace.isEmpty()) {
            meta.put("namespace", namespace);
        }
        meta.put("uid", "uid-" + (version + 1))
                .put("creationTimestamp", clock.instant().toString());
        CreationDefaults.apply(resourceType, object);
        return put(resourceType, key, "ADDED", object);
    }

    private ObjectNode put(ResourceType resourceType, NamespacedName key, String type, ObjectNode object) {
        writes++;
        object.withObject("/metadata").put("resourceVersion", Long.toString(++version));
        table(resourceType.plural()).put(key, object);
        changes(resourceType.plural()).add(new Change(version, type, object.deepCopy()));
        return object;
    }

    ObjectNode patch(RequestPath place, String contentType, byte[] body) throws ApiFailure {
        ObjectNode before = get(place.resourceType(), place.key());
        try {
            PatchType kind = PatchType.of(contentType).orElseThrow();
            ObjectNode after = PatchApplier.apply(
                    kind, body, before, BuiltInTypes.of(place.resourceType().schema()));
            return replace(place, after);
        } catch (ApiException e) {
            throw new ApiFailure(
                    e.statusReason().code(), e.statusReason().word(), String.valueOf(e.getMessage()), null);
        }
    }

    ObjectNode replace(RequestPath place, ObjectNode wanted) throws ApiFailure {
        ResourceType resourceType = place.resourceType();
        ObjectNode before = get(resourceType, place.key());
        ObjectNode after = wanted.deepCopy();
        JsonNode given = after.path("metadata").path("resourceVersion");
        if (!given.isMissingNode() && !given.equals(before.path("metadata").path("resourceVersion"))) {
            throw new ApiFailure(
                    409,
                    "Conflict",
                    resourceType.plural() + " \"" + place.name() + "\": the object has been modified",
                    null);
        }
        if (resourceType.hasStatus()) {
            String kept = place.part().equals("status") ? "spec" : "status";
            if (before.has(kept)) {
                after.set(kept, before.get(kept).deepCopy());
            } else {
                after.remove(kept);
            }
        }
        for (String fixed : List.of("uid", "creationTimestamp", "deletionTimestamp", "name", "namespace")) {
            JsonNode value = before.path("metadata").path(fixed);
            if (!value.isMissingNode()) {
                after.withObject("/metadata").set(fixed, value);
            }
        }
        UpdateValidation.check(resourceType, before, after);
        after.withObject("/metadata")
                .set("resourceVersion", before.path("metadata").path("resourceVersion"));
        if (after.equals(before)) {
            return before;
        }
        boolean leaves = after.path("metadata").has("deletionTimestamp")
                && after.path("metadata").path("finalizers").isEmpty()
                && !before.path("metadata").path("finalizers").isEmpty();
        return leaves ? remove(resourceType, place.key(), after) : put(resourceType, place.key(), "MODIFIED", after);
    }

    private ObjectNode remove(ResourceType resourceType, NamespacedName key, ObjectNode last) {
        writes++;
        table(resourceType.plural()).remove(key);
        ObjectNode gone = last.deepCopy();
        gone.withObject("/metadata").put("resourceVersion", Long.toString(++version));
        changes(resourceType.plural()).add(new Change(version, "DELETED", gone));
        return gone;
    }

    ObjectNode delete(ResourceType resourceType, NamespacedName key, JsonNode options) throws ApiFailure {
        ObjectNode before = get(resourceType, key);
        JsonNode uid = options.path("preconditions").path("uid");
        if (!uid.isMissingNode() && !uid.equals(before.path("metadata").path("uid"))) {
            throw new ApiFailure(409, "Conflict", "the uid in the precondition is another", null);
        }
        boolean pods = resourceType.plural().equals("pods");
        boolean graceful = pods
                && !before.path("spec").path("nodeName").asText("").isEmpty()
                && options.path("gracePeriodSeconds").asInt(30) > 0;
        if (!graceful && before.path("metadata").path("finalizers").isEmpty()) {
            return remove(resourceType, key, before);
        }
        if (before.path("metadata").has("deletionTimestamp")) {
            return before;
        }
        ObjectNode after = before.deepCopy();
        after.withObject("/metadata").put("deletionTimestamp", clock.instant().toString());
        if (pods) {
            after.withObject("/metadata").put("deletionGracePeriodSeconds", graceful ? 30 : 0);
        }
        return put(resourceType, key, "MODIFIED", after);
    }
}
