package dev.stowage.cli.up;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.StorageClass;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The objects of a new cluster: drivers, storage classes, snapshot classes and attributes classes.
record InitialObjects(KubeClient api) implements AutoCloseable {

    private static final Map<String, Kind<?>> KINDS = Map.of(
            "CSIDriver", Kinds.CSI_DRIVERS,
            "StorageClass", Kinds.STORAGE_CLASSES,
            "VolumeSnapshotClass", Kinds.SNAPSHOT_CLASSES,
            "VolumeAttributesClass", Kinds.ATTRIBUTES_CLASSES);

    /// The classes that use the default backend.
    private static final Set<String> DEFAULT_CLASSES = Set.of("stowage", "stowage-now");

    static InitialObjects on(Path kubeconfig) throws IOException {
        return new InitialObjects(
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "stowage-up"));
    }

    /// Existing objects are kept: a user may have changed them. Only the default classes follow a requested
    /// backend.
    ///
    /// @param named whether the user requested one
    void ensure(AvailableBackends availableBackends, BackendKind backend, boolean named)
            throws IOException, InterruptedException {
        for (ObjectNode object : objects(availableBackends, backend)) {
            Kind<?> kind = Objects.requireNonNull(KINDS.get(object.path("kind").asText()));
            if (named && isDefaultClass(object)) {
                deleteIfPoolDiffers(object);
            }
            try {
                api.create(kind, "", object);
            } catch (ApiFailure e) {
                if (!e.isAlreadyExists()) {
                    throw e;
                }
            }
        }
    }

    /// Parameters of a class cannot be changed, so the class is deleted and recreated.
    private void deleteIfPoolDiffers(ObjectNode wanted) throws IOException, InterruptedException {
        Optional<StorageClass> there = api.find(
                Kinds.STORAGE_CLASSES, "", wanted.path("metadata").path("name").asText());
        if (there.isPresent() && !pool(wanted).equals(there.get().parameters().getOrDefault("pool", ""))) {
            api.delete(there.get(), Kinds.STORAGE_CLASSES);
        }
    }

    /// The objects that work with the available backends.
    static List<ObjectNode> objects(AvailableBackends availableBackends, BackendKind backend) throws IOException {
        List<ObjectNode> fitting = new ArrayList<>();
        for (ObjectNode object : written()) {
            if (isDefaultClass(object)) {
                ((ObjectNode) object.path("parameters"))
                        .put("pool", availableBackends.of(backend).pool());
            }
            if (canWork(object, availableBackends)) {
                fitting.add(object);
            }
        }
        return fitting;
    }

    private static boolean canWork(ObjectNode object, AvailableBackends availableBackends) {
        boolean ofDisks = LocalProgram.DISK.equals(object.path("provisioner").asText())
                || LocalProgram.DISK.equals(object.path("driver").asText())
                || LocalProgram.DISK.equals(object.path("driverName").asText())
                || LocalProgram.DISK.equals(object.path("metadata").path("name").asText());
        return ofDisks
                ? availableBackends.has(BackendKind.IMAGE)
                : pool(object).isEmpty() || availableBackends.hasPool(pool(object));
    }

    private static String pool(JsonNode object) {
        return object.path("parameters").path("pool").asText();
    }

    private static boolean isDefaultClass(JsonNode object) {
        return object.path("kind").asText().equals("StorageClass")
                && DEFAULT_CLASSES.contains(object.path("metadata").path("name").asText());
    }

    private static List<ObjectNode> written() throws IOException {
        try (InputStream text = Objects.requireNonNull(InitialObjects.class.getResourceAsStream("objects.json"))) {
            List<ObjectNode> all = new ArrayList<>();
            Json.read(text.readAllBytes()).forEach(object -> all.add((ObjectNode) object));
            return all;
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
