package dev.stowage.control.bind;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Listener;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A cluster in memory: objects, versions and merge patches, and nothing else.
final class World implements View, Hands {
    private final Map<Key, ObjectNode> claims = new LinkedHashMap<>();
    private final Map<Key, ObjectNode> volumes = new LinkedHashMap<>();
    private final List<StorageClass> classes = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private final Set<Key> unseen = new LinkedHashSet<>();
    private final List<Act.Tell> told = new ArrayList<>();
    private Listener<Volume> listener = (_, _) -> {};
    private int version = 100;
    private int writes;

    void listen(Listener<Volume> other) {
        listener = other;
    }

    void add(Kind<?> kind, ObjectNode object) {
        object.withObject("/metadata").put("resourceVersion", String.valueOf(version++));
        if (kind.equals(Kinds.STORAGE_CLASSES)) {
            classes.add(StorageClass.read(object));
        } else if (kind.equals(Kinds.PODS)) {
            pods.add(Pod.read(object));
        } else {
            Key key = kind.read(object).key();
            objects(kind).put(key, object);
            if (kind.equals(Kinds.VOLUMES)) {
                listener.changed(null, Volume.read(object));
            }
        }
    }

    /// The claim is there, but the news of it has not come yet.
    void hide(Key claim) {
        unseen.add(claim);
    }

    private Map<Key, ObjectNode> objects(Kind<?> kind) {
        return kind.equals(Kinds.CLAIMS) ? claims : volumes;
    }

    List<ObjectNode> claims() {
        return List.copyOf(claims.values());
    }

    List<ObjectNode> volumes() {
        return List.copyOf(volumes.values());
    }

    List<Act.Tell> told() {
        return told;
    }

    int writes() {
        return writes;
    }

    @Override
    public void carryOut(Act act) throws ApiFailure {
        switch (act) {
            case Act.Tell tell -> told.add(tell);
            case Act.Change<?> change -> change(change);
            default -> throw new IllegalStateException("A binder does not do " + act);
        }
    }

    private <T extends KubeObject> void change(Act.Change<T> change) throws ApiFailure {
        ObjectNode object = objects(change.kind()).get(change.seen().key());
        if (object == null) {
            throw new ApiFailure(404, "NotFound", "no " + change.seen().key(), null);
        }
        ObjectNode patch = change.patch().body().deepCopy();
        ObjectNode meta = patch.withObject("/metadata");
        for (String guard : List.of("resourceVersion", "uid")) {
            JsonNode wanted = meta.remove(guard);
            if (wanted != null && !wanted.equals(object.path("metadata").path(guard))) {
                throw new ApiFailure(409, "Conflict", change.seen().key() + " has changed", null);
            }
        }
        ObjectNode before = object.deepCopy();
        merge(object, patch);
        boolean ofStatus = change.patch().subresource().equals("status");
        String other = ofStatus ? "spec" : "status";
        if (before.has(other)) {
            object.set(other, before.get(other));
        }
        object.withObject("/metadata").put("resourceVersion", String.valueOf(version++));
        writes++;
        if (change.kind().equals(Kinds.VOLUMES)) {
            listener.changed(Volume.read(before), Volume.read(object));
        }
    }

    private static void merge(ObjectNode target, ObjectNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                target.remove(field.getKey());
            } else if (field.getValue() instanceof ObjectNode part) {
                if (!(target.get(field.getKey()) instanceof ObjectNode)) {
                    target.putObject(field.getKey());
                }
                merge((ObjectNode) target.get(field.getKey()), part);
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }

    @Override
    public Optional<Claim> claim(Key key) {
        return unseen.contains(key) ? Optional.empty() : claimNow(key);
    }

    @Override
    public Optional<Volume> volume(String name) {
        return volumeNow(name);
    }

    @Override
    public Optional<Claim> claimNow(Key key) {
        return Optional.ofNullable(claims.get(key)).map(Claim::read);
    }

    @Override
    public Optional<Volume> volumeNow(String name) {
        return Optional.ofNullable(volumes.get(Key.of(name))).map(Volume::read);
    }

    @Override
    public List<Volume> reservedFor(Key claim) {
        return volumes.values().stream()
                .map(Volume::read)
                .filter(volume -> pointsTo(volume.claim(), claim))
                .toList();
    }

    private static boolean pointsTo(@Nullable ObjectRef ref, Key claim) {
        return ref != null && ref.key().equals(claim);
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return classes.stream().filter(each -> each.meta().name().equals(name)).findFirst();
    }

    @Override
    public Optional<StorageClass> defaultClass() {
        return DefaultClass.of(classes);
    }

    @Override
    public List<Pod> users(Key claim) {
        return pods.stream().filter(pod -> pod.claims().contains(claim.name())).toList();
    }
}
