package dev.stowage.sidecar.snapshotter;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A cluster with the snapshot CRDs, a driver, and any number of snapshotters one after the other.
final class SnapshotterFixture {
    static final Kind<PartialObjectMetadata> DEFINITIONS = new Kind<>(
            "apiextensions.k8s.io",
            "v1",
            "customresourcedefinitions",
            "CustomResourceDefinition",
            false,
            PartialObjectMetadata::read);

    private static final Kind<PartialObjectMetadata> NAMESPACES =
            new Kind<>("", "v1", "namespaces", "Namespace", false, PartialObjectMetadata::read);
    private static final List<Kind<?>> KEPT = List.of(
            Kinds.SNAPSHOT_CONTENTS,
            Kinds.SNAPSHOT_CLASSES,
            Kinds.GROUP_SNAPSHOT_CONTENTS,
            Kinds.GROUP_SNAPSHOT_CLASSES,
            Kinds.SECRETS,
            Kinds.EVENTS);

    private final SidecarFixture sidecarFixture;
    private final FakeDriver driver;
    private final List<Actor> actors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /// One snapshotter process.
    record Actor(RoleContext roleContext, SnapshotSidecarController snapshotSidecarController) {

        void stop() {
            snapshotSidecarController.close();
            roleContext.informers().close();
            roleContext.events().close();
            roleContext.driver().close();
        }
    }

    /// @param sidecarFixture outlives this fixture and is not changed by it
    SnapshotterFixture(SidecarFixture sidecarFixture, Path folder) throws IOException, InterruptedException {
        this.sidecarFixture = sidecarFixture;
        driver = new FakeDriver(Files.createDirectories(folder.resolve("driver")));
        driver.controller(RPC.Type.CREATE_DELETE_SNAPSHOT);
    }

    FakeDriver driver() {
        return driver;
    }

    static SnapshotterOptions options() {
        return new SnapshotterOptions(
                new SnapshotterOptions.Naming("snapshot", -1),
                new SnapshotterOptions.Naming("groupsnapshot", -1),
                Duration.ofMinutes(1),
                10,
                Duration.ZERO,
                Duration.ofMillis(50),
                Duration.ofMillis(400),
                false,
                "");
    }

    Actor start() throws Exception {
        return start(options());
    }

    Actor start(SnapshotterOptions options) throws Exception {
        RoleContext roleContext = sidecarFixture.shared(driver);
        Actor actor = new Actor(roleContext, new SnapshotSidecarController(roleContext, options));
        actors.add(actor);
        roleContext.informers().start();
        threads.add(Thread.ofVirtual().start(() -> begin(actor)));
        return actor;
    }

    private static void begin(Actor actor) {
        try {
            actor.snapshotSidecarController().start();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Removes a kind from the server.
    void undefine(Kind<?> kind) throws IOException, InterruptedException {
        delete(DEFINITIONS, kind.plural() + "." + kind.group());
        await().until(() -> !isServed(kind, kind.version()));
    }

    /// Adds a removed kind to the server again, in some version.
    void define(Kind<?> kind, String version) throws IOException, InterruptedException {
        sidecarFixture.create(DEFINITIONS, "", """
                {"metadata":{"name":"%1$s.%2$s","annotations":{"api-approved.kubernetes.io":"unapproved, a test"}},
                 "spec":{"group":"%2$s","scope":"Cluster","names":{"plural":"%1$s","kind":"%3$s"},
                 "versions":[{"name":"%4$s","served":true,"storage":true,"subresources":{"status":{}},
                 "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
                """.formatted(kind.plural(), kind.group(), kind.name(), version));
        await().until(() -> isServed(kind, version));
    }

    private boolean isServed(Kind<?> kind, String version) throws IOException, InterruptedException {
        try {
            sidecarFixture.api().stream("/apis/" + kind.group() + "/" + version + "/" + kind.plural())
                    .close();
            return true;
        } catch (ApiFailure e) {
            return false;
        }
    }

    void addClass(Kind<?> kind, String name, String parameters) throws IOException, InterruptedException {
        sidecarFixture.create(kind, "", """
                {"metadata":{"name":"%s"},"driver":"%s","deletionPolicy":"Delete","parameters":%s}
                """.formatted(name, FakeDriver.NAME, parameters));
    }

    void addSecret(String namespace, String name, String key, String value) throws IOException, InterruptedException {
        if (sidecarFixture.api().find(NAMESPACES, "", namespace).isEmpty()) {
            sidecarFixture.create(NAMESPACES, "", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        }
        sidecarFixture.create(Kinds.SECRETS, namespace, """
                {"metadata":{"name":"%s"},"stringData":{"%s":"%s"}}
                """.formatted(name, key, value));
    }

    /// Adds a content or group content from short words, including its status.
    void add(Kind<?> kind, String name, String words) throws IOException, InterruptedException {
        ObjectNode object = kind.plural().equals(Kinds.SNAPSHOT_CONTENTS.plural())
                ? ContentSamples.content(name, words)
                : ContentSamples.group(name, words);
        JsonNode status = object.remove("status");
        ((ObjectNode) object.get("metadata")).remove("deletionTimestamp");
        sidecarFixture.api().create(kind, "", object);
        if (status != null) {
            ObjectNode change = Json.object();
            change.set("status", status);
            sidecarFixture.api().patch(kind, "", name, Patch.merge(change).status());
        }
        if (List.of(words.split(" ")).contains("deleting")) {
            delete(kind, name);
        }
    }

    void add(String name, String words) throws IOException, InterruptedException {
        add(Kinds.SNAPSHOT_CONTENTS, name, words);
    }

    void delete(Kind<?> kind, String name) throws IOException, InterruptedException {
        var found = sidecarFixture.api().find(kind, "", name).orElseThrow();
        sidecarFixture.api().delete(found, kind);
    }

    /// Like the snapshot controller when a snapshot is deleted: annotates the content and deletes it.
    void unwant(Kind<?> kind, String name) throws IOException, InterruptedException {
        SnapshotAnnotations snapshotAnnotations = kind.plural().equals(Kinds.SNAPSHOT_CONTENTS.plural())
                ? SnapshotAnnotations.SNAPSHOT
                : SnapshotAnnotations.GROUP;
        ObjectNode change = Json.object();
        change.putObject("metadata").putObject("annotations").put(snapshotAnnotations.beingDeleted(), "yes");
        sidecarFixture.api().patch(kind, "", name, Patch.merge(change));
        delete(kind, name);
    }

    JsonNode get(Kind<?> kind, String name) {
        try {
            return sidecarFixture.get(kind, "", name);
        } catch (IOException e) {
            return Json.object();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    JsonNode get(String name) {
        return get(Kinds.SNAPSHOT_CONTENTS, name);
    }

    JsonNode status(String name) {
        return get(name).path("status");
    }

    boolean isReady(String name) {
        return status(name).path("readyToUse").asBoolean();
    }

    boolean isMarked(String name) {
        return get(name).path("metadata").path("annotations").has(SnapshotAnnotations.SNAPSHOT.beingCreated());
    }

    boolean isGone(Kind<?> kind, String name) {
        return get(kind, name).isEmpty();
    }

    boolean isGone(String name) {
        return isGone(Kinds.SNAPSHOT_CONTENTS, name);
    }

    private List<JsonNode> list(Kind<?> kind) throws IOException, InterruptedException {
        try (var in = sidecarFixture.api().stream(kind.path(""))) {
            return Json.read(in.readAllBytes()).path("items").valueStream().toList();
        } catch (ApiFailure e) {
            return List.of();
        }
    }

    /// The names of all objects of a kind whose status field is true; of all objects when the field is empty.
    List<String> names(Kind<?> kind, String field) throws IOException, InterruptedException {
        return list(kind).stream()
                .filter(object ->
                        field.isEmpty() || object.path("status").path(field).asBoolean())
                .map(object -> object.path("metadata").path("name").asText())
                .toList();
    }

    /// Reason and message of all events on an object.
    List<String> events(String name) {
        try {
            return list(Kinds.EVENTS).stream()
                    .filter(event ->
                            event.path("involvedObject").path("name").asText().equals(name))
                    .map(event -> event.path("reason").asText() + ": "
                            + event.path("message").asText())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void close() throws IOException, InterruptedException {
        threads.forEach(Thread::interrupt);
        actors.forEach(Actor::stop);
        driver.close();
        ObjectNode loose = Json.object();
        loose.putObject("metadata").putNull("finalizers");
        for (Kind<?> kind : KEPT) {
            for (JsonNode object : list(kind)) {
                var seen = kind.read(object);
                if (!seen.meta().finalizers().isEmpty()) {
                    sidecarFixture
                            .api()
                            .patch(kind, seen.meta().namespace(), seen.meta().name(), Patch.merge(loose));
                }
                sidecarFixture.api().delete(seen, kind);
            }
        }
    }
}
