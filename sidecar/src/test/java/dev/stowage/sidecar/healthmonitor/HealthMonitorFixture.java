package dev.stowage.sidecar.healthmonitor;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A running health monitor with a fake driver and a real API server.
final class HealthMonitorFixture {
    static final Duration OFTEN = Duration.ofMillis(50);
    static final HealthMonitorOptions OPTIONS =
            new HealthMonitorOptions(OFTEN, OFTEN, Duration.ofSeconds(5), 10, false, "");

    final SidecarFixture cluster;
    final FakeDriver driver;
    private final List<AutoCloseable> open = new ArrayList<>();

    HealthMonitorFixture(Path folder, RPC.Type... abilities) throws Exception {
        cluster = new SidecarFixture(folder);
        driver = new FakeDriver(Files.createDirectories(folder.resolve("driver")));
        driver.controller(abilities);
    }

    RoleContext roleContext() throws Exception {
        RoleContext context = cluster.shared(driver);
        open.add(context.informers());
        open.add(context.driver());
        open.add(context.events());
        return context;
    }

    HealthMonitorController start(HealthMonitorOptions options) throws Exception {
        RoleContext context = roleContext();
        HealthMonitorController monitor = new HealthMonitorController(context, options);
        context.informers().start();
        monitor.start();
        open.add(monitor);
        return monitor;
    }

    static ObjectNode json(String text) throws IOException {
        String read = text.replace('\'', '"').replace("DRIVER", FakeDriver.NAME);
        return (ObjectNode) Json.read(read.getBytes(StandardCharsets.UTF_8));
    }

    <T extends KubeObject> T create(Kind<T> kind, String namespace, String text)
            throws IOException, InterruptedException {
        return cluster.api().create(kind, namespace, json(text));
    }

    void status(Kind<?> kind, String namespace, String name, String text) throws IOException, InterruptedException {
        cluster.api()
                .patch(
                        kind,
                        namespace,
                        name,
                        Patch.merge(json("{'status': " + text + "}")).status());
    }

    /// A claim and its volume, bound to each other; the volume's handle is its name.
    ///
    /// @param more fields of the volume's spec, such as `'nodeAffinity': {…},`
    void bound(String name, String more) throws IOException, InterruptedException {
        PersistentVolumeClaim claim = create(
                Kinds.CLAIMS,
                "default",
                "{'metadata': {'name': '" + name + "'}, 'spec': {'accessModes':"
                        + "['ReadWriteOnce'], 'storageClassName': '', 'volumeName': 'pv-" + name + "',"
                        + "'resources': {'requests': {'storage': '1Gi'}}}}");
        create(
                Kinds.VOLUMES,
                "",
                "{'metadata': {'name': 'pv-" + name + "'}, 'spec': {" + more
                        + "'capacity': {'storage': '1Gi'}, 'accessModes': ['ReadWriteOnce'],"
                        + "'claimRef': {'kind': 'PersistentVolumeClaim', 'namespace': 'default', 'name': '" + name
                        + "', 'uid': '" + claim.meta().uid() + "'},"
                        + "'csi': {'driver': 'DRIVER', 'volumeHandle': '" + name + "'}}}");
        status(Kinds.CLAIMS, "default", name, "{'phase': 'Bound'}");
        status(Kinds.VOLUMES, "", "pv-" + name, "{'phase': 'Bound'}");
    }

    /// The events on a claim, as `reason: message`, the oldest first.
    List<String> events(String claim) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        try (InputStream in =
                cluster.api().stream(Kinds.EVENTS.path("default") + "?fieldSelector=involvedObject.name%3D" + claim)) {
            for (JsonNode event : Json.read(in.readAllBytes()).path("items")) {
                found.add(event.path("reason").asText() + ": "
                        + event.path("message").asText());
            }
        }
        return found;
    }

    void awaitEvent(String claim, String event) {
        await().until(() -> events(claim).contains(event));
    }

    /// Waits until the driver was called some more times.
    void awaitRounds(String method) {
        int before = driver.calls(method).size();
        await().until(() -> driver.calls(method).size() > before + 3);
    }

    void stop() throws Exception {
        for (AutoCloseable closeable : open.reversed()) {
            closeable.close();
        }
        open.clear();
    }

    void close() throws Exception {
        stop();
        driver.close();
        cluster.close();
    }
}
