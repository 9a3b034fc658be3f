package dev.stowage.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Other;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.sidecar.Shared;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeWatchTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private HealthScene scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new HealthScene(folder, RPC.Type.GET_VOLUME_HEALTH);
        scene.create(Kinds.NODES, "", "{'metadata': {'name': 'n1'}}");
        ready(true);
        scene.bound("data", "");
        scene.bound("other", "");
        // A pod needs an account to run as.
        var accounts = new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, Other::read);
        scene.create(accounts, "default", "{'metadata': {'name': 'default'}}");
        scene.create(
                Kinds.PODS,
                "default",
                "{'metadata': {'name': 'db-0'}, 'spec': {'nodeName': 'n1',"
                        + "'containers': [{'name': 'c', 'image': 'i'}],"
                        + "'volumes': [{'name': 'v', 'persistentVolumeClaim': {'claimName': 'data'}}]}}");
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    private void ready(boolean ready) throws Exception {
        scene.status(
                Kinds.NODES,
                "",
                "n1",
                "{'conditions': [{'type': 'Ready', 'status': '" + (ready ? "True" : "False") + "'}]}");
    }

    @Test
    void claimsHearOfANodeThatStaysAwayAndOfItsReturn() throws Exception {
        Shared shared = scene.shared();
        Mirror<Node> nodes = shared.mirrors().of(Kinds.NODES);
        var pods = shared.mirrors().of(Kinds.PODS);
        var claims = shared.mirrors().of(Kinds.CLAIMS);
        var volumes = shared.mirrors().of(Kinds.VOLUMES);
        var watch = new NodeWatch(
                nodes,
                pods,
                claims,
                new Patients(volumes, shared.api(), shared.driver().name(), ""),
                shared.events(),
                now::get);
        shared.mirrors().start();
        nodes.awaitSynced();
        pods.awaitSynced();
        claims.awaitSynced();
        volumes.awaitSynced();

        assertThat(watch.work("n1")).isEqualTo(Outcome.done());
        ready(false);
        await(nodes, false);
        assertThat(watch.work("n1")).isEqualTo(Outcome.again(Duration.ofMinutes(5)));
        now.updateAndGet(time -> time.plusSeconds(301));
        assertThat(watch.work("n1")).isEqualTo(Outcome.done());
        scene.awaitEvent("data", "NodeFailed: Node n1 of pods [db-0], which use this claim, has failed.");
        assertThat(watch.work("n1")).isEqualTo(Outcome.done());

        ready(true);
        await(nodes, true);
        watch.work("n1");
        scene.awaitEvent("data", "NodeRecovered: Node n1 is back.");
        assertThat(scene.events("data")).hasSize(2);
        assertThat(scene.events("other")).isEmpty();
    }

    private static void await(Mirror<Node> nodes, boolean ready) {
        Awaitility.await().until(() -> nodes.find("n1").orElseThrow().ready() == ready);
    }

    @Test
    void claimsHearAtOnceOfANodeThatIsDeleted() throws Exception {
        var options =
                new HealthMonitorOptions(HealthScene.OFTEN, HealthScene.OFTEN, Duration.ofSeconds(5), 2, true, "");
        scene.start(options);
        Node node = scene.stage.api().find(Kinds.NODES, "", "n1").orElseThrow();
        scene.stage.api().delete(node, Kinds.NODES);

        scene.awaitEvent("data", "NodeFailed: Node n1 of pods [db-0], which use this claim, has failed.");
    }
}
