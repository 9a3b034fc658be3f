package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.informer.ResourceEventHandler;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A cluster in memory: objects, versions and merge patches, and nothing else.
final class InMemoryCluster implements BinderLister, ActionExecutor {
    private final Map<NamespacedName, ObjectNode> claims = new LinkedHashMap<>();
    private final Map<NamespacedName, ObjectNode> volumes = new LinkedHashMap<>();
    private final List<StorageClass> classes = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private final Set<NamespacedName> unseen = new LinkedHashSet<>();
    private final List<ClusterAction.RecordEvent> events = new ArrayList<>();
    private ResourceEventHandler<PersistentVolume> resourceEventHandler = (_, _) -> {};
    private int version = 100;
    private int writes;

    void listen(ResourceEventHandler<PersistentVolume> other) {
        resourceEventHandler = other;
    }

    void add(Kind<?> kind, ObjectNode object) {
        object.withObject("/metadata").put("resourceVersion", String.valueOf(version++));
        if (kind.equals(Kinds.STORAGE_CLASSES)) {
            classes.add(StorageClass.read(object));
        } else if (kind.equals(Kinds.PODS)) {
            pods.add(Pod.read(object));
        } else {
            NamespacedName key = kind.read(object).key();
            objects(kind).put(key, object);
            if (kind.equals(Kinds.VOLUMES)) {
                resourceEventHandler.changed(null, PersistentVolume.read(object));
            }
        }
    }

    /// The claim exists, but its event has not arrived yet.
    void hide(NamespacedName claim) {
        unseen.add(claim);
    }

    private Map<NamespacedName, ObjectNode> objects(Kind<?> kind) {
        return kind.equals(Kinds.CLAIMS) ? claims : volumes;
    }

    List<ObjectNode> claims() {
        return List.copyOf(claims.values());
    }

    List<ObjectNode> volumes() {
        return List.copyOf(volumes.values());
    }

    List<ClusterAction.RecordEvent> events() {
        return events;
    }

    int writes() {
        return writes;
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure {
        switch (action) {
            case ClusterAction.RecordEvent recordEvent -> events.add(recordEvent);
            case ClusterAction.PatchObject<?> patchObject -> change(patchObject);
            default -> throw new IllegalStateException("A binder does not do " + action);
        }
    }

    private <T extends KubeObject> void change(ClusterAction.PatchObject<T> patchObject) throws ApiFailure {
        ObjectNode object = objects(patchObject.kind()).get(patchObject.seen().key());
        if (object == null) {
            throw new ApiFailure(404, "NotFound", "no " + patchObject.seen().key(), null);
        }
        ObjectNode patch = patchObject.patch().body().deepCopy();
        ObjectNode meta = patch.withObject("/metadata");
        for (String guard : List.of("resourceVersion", "uid")) {
            JsonNode wanted = meta.remove(guard);
            if (wanted != null && !wanted.equals(object.path("metadata").path(guard))) {
                throw new ApiFailure(409, "Conflict", patchObject.seen().key() + " has changed", null);
            }
        }
        ObjectNode before = object.deepCopy();
        merge(object, patch);
        boolean ofStatus = patchObject.patch().subresource().equals("status");
        String other = ofStatus ? "spec" : "status";
        if (before.has(other)) {
            object.set(other, before.get(other));
        }
        object.withObject("/metadata").put("resourceVersion", String.valueOf(version++));
        writes++;
        if (patchObject.kind().equals(Kinds.VOLUMES)) {
            resourceEventHandler.changed(PersistentVolume.read(before), PersistentVolume.read(object));
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
    public Optional<PersistentVolumeClaim> claim(NamespacedName key) {
        return unseen.contains(key) ? Optional.empty() : claimNow(key);
    }

    @Override
    public Optional<PersistentVolume> volume(String name) {
        return volumeNow(name);
    }

    @Override
    public Optional<PersistentVolumeClaim> claimNow(NamespacedName key) {
        return Optional.ofNullable(claims.get(key)).map(PersistentVolumeClaim::read);
    }

    @Override
    public Optional<PersistentVolume> volumeNow(String name) {
        return Optional.ofNullable(volumes.get(NamespacedName.of(name))).map(PersistentVolume::read);
    }

    @Override
    public List<PersistentVolume> reservedFor(NamespacedName claim) {
        return volumes.values().stream()
                .map(PersistentVolume::read)
                .filter(volume -> pointsTo(volume.claim(), claim))
                .toList();
    }

    private static boolean pointsTo(@Nullable ObjectReference ref, NamespacedName claim) {
        return ref != null && ref.key().equals(claim);
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return classes.stream().filter(each -> each.meta().name().equals(name)).findFirst();
    }

    @Override
    public Optional<StorageClass> defaultClass() {
        return DefaultStorageClass.of(classes);
    }

    @Override
    public List<Pod> users(NamespacedName claim) {
        return pods.stream().filter(pod -> pod.claims().contains(claim.name())).toList();
    }
}
