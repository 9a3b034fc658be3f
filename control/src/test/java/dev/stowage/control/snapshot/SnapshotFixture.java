package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A cluster with the controller, a scripted csi-snapshotter, a class, and volumes bound to claims.
final class SnapshotFixture implements AutoCloseable {
    static final SnapshotOptions OPTIONS =
            new SnapshotOptions(4, Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(1), false, true);

    private final List<String> writes = new CopyOnWriteArrayList<>();
    private final ControllerFixture fixture;
    private final ScriptedSnapshotter snapshotter;
    private final SnapshotController controller;
    private final Thread beginning;

    /// What a test does before the controller starts.
    @FunctionalInterface
    interface Before {
        void prepare(SnapshotFixture fixture) throws IOException, InterruptedException;
    }

    SnapshotFixture(Path folder) throws IOException, InterruptedException {
        this(folder, _ -> {});
    }

    SnapshotFixture(Path folder, Before before) throws IOException, InterruptedException {
        fixture = new ControllerFixture(folder);
        controller = new SnapshotController(counting(fixture.context(ControllerName.SNAPSHOT.component())), OPTIONS);
        snapshotter = new ScriptedSnapshotter(fixture);
        before.prepare(this);
        fixture.informers().start();
        beginning = Thread.ofVirtual().start(() -> {
            try {
                controller.start();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private ControllerContext counting(ControllerContext context) {
        ActionExecutor counting = action -> {
            if (!(action instanceof ClusterAction.RecordEvent)) {
                writes.add(SnapshotActionText.of(action).split(" ", 3)[0] + " "
                        + SnapshotActionText.of(action).split(" ", 3)[1]);
            }
            context.executor().execute(action);
        };
        return new ControllerContext(
                context.api(),
                context.informers(),
                context.events(),
                counting,
                context.metrics(),
                context.queues(),
                context.timer(),
                context.clock(),
                context.gates());
    }

    ControllerFixture controllerFixture() {
        return fixture;
    }

    /// The writes of the controller so far, including failed ones.
    List<String> writes() {
        return List.copyOf(writes);
    }

    ScriptedSnapshotter snapshotter() {
        return snapshotter;
    }

    /// The controller has received it when this returns, so that a snapshot never comes before what it needs.
    void addClass(String name, String policy, boolean usual) throws IOException, InterruptedException {
        var made = fixture.create(Kinds.SNAPSHOT_CLASSES, "", """
                {"metadata":{"name":"%s","annotations":{"snapshot.storage.kubernetes.io/is-default-class":"%s"}},
                 "driver":"disks.example.com","deletionPolicy":"%s"}
                """.formatted(name, usual, policy));
        fixture.awaitSeen(Kinds.SNAPSHOT_CLASSES, made);
    }

    /// A claim that is bound to a volume of the same name, whose handle is `handle-of-` the name. The
    /// controller has received both when this returns.
    void addClaim(String name) throws IOException, InterruptedException {
        var claim = fixture.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"%1$s","labels":{"app":"db"}},
                 "spec":{"accessModes":["ReadWriteOnce"],"volumeName":"%1$s","storageClassName":"",
                 "resources":{"requests":{"storage":"8Mi"}}}}
                """.formatted(name));
        var volume = fixture.create(
                Kinds.VOLUMES, "", """
                {"metadata":{"name":"%1$s"},
                 "spec":{"accessModes":["ReadWriteOnce"],"capacity":{"storage":"8Mi"},
                 "persistentVolumeReclaimPolicy":"Retain",
                 "claimRef":{"namespace":"default","name":"%1$s","uid":"%2$s"},
                 "csi":{"driver":"disks.example.com","volumeHandle":"handle-of-%1$s"}}}
                """.formatted(name, claim.meta().uid()));
        fixture.awaitSeen(Kinds.VOLUMES, volume);
        fixture.awaitSeen(
                Kinds.CLAIMS,
                fixture.changeStatus(Kinds.CLAIMS, "default", name, "{\"status\":{\"phase\":\"Bound\"}}"));
    }

    void addSnapshot(String name, String claim) throws IOException, InterruptedException {
        fixture.create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"%s"},"spec":{"source":{"persistentVolumeClaimName":"%s"}}}
                """.formatted(name, claim));
    }

    void delete(Kind<?> kind, String namespace, String name) throws IOException, InterruptedException {
        fixture.api().delete(fixture.api().find(kind, namespace, name).orElseThrow(), kind);
    }

    /// Missing when it does not exist.
    JsonNode get(Kind<?> kind, String namespace, String name) {
        try {
            return fixture.get(kind, namespace, name);
        } catch (ApiFailure e) {
            return Json.object();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    JsonNode snapshot(String name) {
        return get(Kinds.SNAPSHOTS, "default", name);
    }

    JsonNode status(String snapshot) {
        return snapshot(snapshot).path("status");
    }

    boolean isReady(String snapshot) {
        return status(snapshot).path("readyToUse").asBoolean();
    }

    JsonNode content(String snapshot) {
        return get(
                Kinds.SNAPSHOT_CONTENTS,
                "",
                status(snapshot).path("boundVolumeSnapshotContentName").asText("none"));
    }

    static List<String> finalizers(JsonNode object) {
        return object.path("metadata")
                .path("finalizers")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    List<JsonNode> list(Kind<?> kind) {
        try (var in = fixture.api().stream(kind.path(""))) {
            return Json.read(in.readAllBytes()).path("items").valueStream().toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Reason and message of the events on an object.
    List<String> events(String name) {
        return list(Kinds.EVENTS).stream()
                .filter(event ->
                        event.path("involvedObject").path("name").asText().equals(name))
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    @Override
    public void close() throws IOException {
        beginning.interrupt();
        controller.close();
        snapshotter.close();
        fixture.close();
    }
}
