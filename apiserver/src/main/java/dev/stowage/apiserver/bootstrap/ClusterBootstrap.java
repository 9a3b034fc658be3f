package dev.stowage.apiserver.bootstrap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Creates missing bootstrap objects of a cluster. Existing objects, which a user may have changed, stay
/// unchanged.
public final class ClusterBootstrap {
    private static final Map<String, String> RESOURCES = Map.of(
            "Namespace", "namespaces",
            "Service", "services",
            "ConfigMap", "configmaps",
            "ServiceCIDR", "servicecidrs.networking.k8s.io",
            "IPAddress", "ipaddresses.networking.k8s.io",
            "PriorityClass", "priorityclasses.scheduling.k8s.io",
            "ClusterRole", "clusterroles.rbac.authorization.k8s.io",
            "ClusterRoleBinding", "clusterrolebindings.rbac.authorization.k8s.io",
            "Role", "roles.rbac.authorization.k8s.io",
            "RoleBinding", "rolebindings.rbac.authorization.k8s.io");

    private ClusterBootstrap() {}

    /// @param authority that signs clients' certificates, as PEM
    public static void run(ObjectStore objectStore, String authority, int port, Clock clock)
            throws IOException, InterruptedException {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<ObjectNode> objects = new ArrayList<>(BootstrapObjects.all(authority, port, now));
        objects.addAll(BootstrapRoles.read());
        // All at once: the store combines waiting writes into one transaction.
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writes = new ArrayList<>();
            for (ObjectNode object : objects) {
                ObjectKey key = key(object);
                if (objectStore.get(key).isEmpty()) {
                    writes.add(writers.submit(() -> {
                        write(objectStore, key, finished(object, now));
                        return null;
                    }));
                }
            }
            for (Future<?> write : writes) {
                write.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("cannot create the bootstrap objects: " + e.getMessage(), e);
        }
    }

    private static void write(ObjectStore objectStore, ObjectKey key, ObjectNode object)
            throws IOException, InterruptedException {
        try {
            objectStore.write(new ObjectWrite.Put(key, 0, ObjectDraft.of(object), 0));
        } catch (ConflictException _) {
            // Another client created it first; that object stays.
        }
    }

    private static ObjectKey key(ObjectNode object) {
        String resource = RESOURCES.get(JsonTree.text(object, "kind"));
        if (resource == null) {
            throw new IllegalStateException("no resource for kind " + object.path("kind"));
        }
        return new ObjectKey(
                resource, JsonTree.text(object, "metadata", "namespace"), JsonTree.text(object, "metadata", "name"));
    }

    /// Adds the metadata that the server sets on each object, in the usual order.
    static ObjectNode finished(ObjectNode object, Instant now) {
        ObjectNode given = (ObjectNode) object.path("metadata");
        ObjectNode metadata = Json.object();
        for (String field : List.of("name", "namespace")) {
            if (given.has(field)) {
                metadata.set(field, given.remove(field));
            }
        }
        metadata.put("uid", UUID.randomUUID().toString());
        if (given.has("generation")) {
            metadata.set("generation", given.remove("generation"));
        }
        metadata.put("creationTimestamp", now.toString());
        metadata.setAll(given);
        object.set("metadata", metadata);
        return object;
    }
}
