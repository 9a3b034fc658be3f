package dev.stowage.sidecar.mover;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A running mover of one node, two nodes, and a claim on the first one. The test is everybody else: binder,
/// provisioner, kubelets.
final class MoverFixture implements AutoCloseable {
    final SidecarFixture fixture;
    final FakeConnections connections;
    private final FakeDriver driver;
    private final String node;
    private final List<Runnable> open = new ArrayList<>();

    MoverFixture(Path folder, String node) throws Exception {
        this.node = node;
        fixture = new SidecarFixture(folder);
        driver = new FakeDriver(Files.createDirectories(folder.resolve("driver")));
        connections = new FakeConnections(node);
        // Admission of pods asks for it.
        fixture.api().create(Kinds.SERVICE_ACCOUNTS, "default", MoveObjects.json("{'metadata': {'name': 'default'}}"));
        for (String name : List.of(ModelCluster.SOURCE, ModelCluster.TARGET)) {
            fixture.api().create(Kinds.NODES, "", MoveObjects.node(name));
            status(Kinds.NODES, "", name, MoveObjects.node(name).path("status"));
            fixture.api().create(Kinds.CSI_NODES, "", MoveObjects.csiNode(name));
        }
        var claim = fixture.api().create(Kinds.CLAIMS, "default", MoveObjects.json("""
                {'metadata': {'name': 'data'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'volumeName': 'pv-1',
                 'storageClassName': 'local', 'resources': {'requests': {'storage': '1Gi'}}}}
                """));
        ObjectNode volume = MoveObjects.volume(ModelCluster.SOURCE, claim.meta().uid());
        volume.withObject("/metadata").putArray("finalizers").add(StorageFinalizers.EXTERNAL_PROVISIONER);
        fixture.api().create(Kinds.VOLUMES, "", volume);
        bind();
    }

    void status(Kind<?> kind, String namespace, String name, JsonNode status) throws IOException, InterruptedException {
        ObjectNode body = Json.object();
        body.set("status", status);
        var _ = fixture.api().patch(kind, namespace, name, Patch.merge(body).status());
    }

    /// As the binder does while claim and volume name each other.
    void bind() throws IOException, InterruptedException {
        status(Kinds.VOLUMES, "", "pv-1", MoveObjects.json("{'phase': 'Bound'}"));
        status(Kinds.CLAIMS, "default", "data", MoveObjects.json("{'phase': 'Bound'}"));
    }

    MoverController start() throws Exception {
        RoleContext context = fixture.shared(driver);
        MoverOptions options = new MoverOptions(
                node,
                "default",
                "",
                "",
                Duration.ofSeconds(10),
                2,
                OptionalLong.empty(),
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(200)));
        MoverController mover = new MoverController(context, options, connections);
        context.informers().start();
        mover.start();
        open.add(context.informers()::close);
        open.add(context.driver()::close);
        open.add(mover::close);
        return mover;
    }

    void move(String name) throws IOException, InterruptedException {
        var _ = fixture.api().create(VolumeMove.KIND, "default", MoveObjects.json("""
                {'metadata': {'name': '%s'}, 'spec': {'claimName': 'data', 'targetNode': 'node-2'}}
                """.formatted(name)));
    }

    void cancel(String name) throws IOException, InterruptedException {
        var _ = fixture.api()
                .patch(VolumeMove.KIND, "default", name, Patch.merge(MoveObjects.json("{'spec': {'cancel': true}}")));
    }

    VolumeMove get(String name) throws ApiFailure, InterruptedException {
        return fixture.api().find(VolumeMove.KIND, "default", name).orElseThrow();
    }

    PersistentVolumeClaim claim() throws ApiFailure, InterruptedException {
        return fixture.api().find(Kinds.CLAIMS, "default", "data").orElseThrow();
    }

    Optional<PersistentVolume> volume() throws ApiFailure, InterruptedException {
        return fixture.api().find(Kinds.VOLUMES, "", "pv-1");
    }

    VolumeMove awaitPhase(String name, MovePhase phase) {
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> get(name), move -> move.status().phase() == phase);
    }

    @Override
    public void close() throws IOException {
        open.reversed().forEach(Runnable::run);
        driver.close();
        fixture.close();
    }
}
