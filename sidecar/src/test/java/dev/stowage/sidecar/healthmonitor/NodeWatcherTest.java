package dev.stowage.sidecar.healthmonitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.RoleContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeWatcherTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private HealthMonitorFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new HealthMonitorFixture(folder, RPC.Type.GET_VOLUME_HEALTH);
        fixture.create(Kinds.NODES, "", "{'metadata': {'name': 'n1'}}");
        ready(true);
        fixture.bound("data", "");
        fixture.bound("other", "");
        // A pod needs a service account.
        var accounts = new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read);
        fixture.create(accounts, "default", "{'metadata': {'name': 'default'}}");
        fixture.create(
                Kinds.PODS,
                "default",
                "{'metadata': {'name': 'db-0'}, 'spec': {'nodeName': 'n1',"
                        + "'containers': [{'name': 'c', 'image': 'i'}],"
                        + "'volumes': [{'name': 'v', 'persistentVolumeClaim': {'claimName': 'data'}}]}}");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private void ready(boolean ready) throws Exception {
        fixture.status(
                Kinds.NODES,
                "",
                "n1",
                "{'conditions': [{'type': 'Ready', 'status': '" + (ready ? "True" : "False") + "'}]}");
    }

    @Test
    void claimsGetEventsWhenANodeFailsAndRecovers() throws Exception {
        RoleContext context = fixture.roleContext();
        Informer<Node> nodes = context.informers().of(Kinds.NODES);
        var pods = context.informers().of(Kinds.PODS);
        var claims = context.informers().of(Kinds.CLAIMS);
        var volumes = context.informers().of(Kinds.VOLUMES);
        var watch = new NodeWatcher(
                nodes,
                pods,
                claims,
                new MonitoredVolumes(volumes, context.api(), context.driver().name(), ""),
                context.events(),
                now::get);
        context.informers().start();
        nodes.awaitSynced();
        pods.awaitSynced();
        claims.awaitSynced();
        volumes.awaitSynced();

        assertThat(watch.work("n1")).isEqualTo(ReconcileResult.done());
        ready(false);
        await(nodes, false);
        assertThat(watch.work("n1")).isEqualTo(ReconcileResult.requeueAfter(Duration.ofMinutes(5)));
        now.updateAndGet(time -> time.plusSeconds(301));
        assertThat(watch.work("n1")).isEqualTo(ReconcileResult.done());
        fixture.awaitEvent("data", "NodeFailed: Node n1 has failed; pods [db-0] on it use this claim.");
        assertThat(watch.work("n1")).isEqualTo(ReconcileResult.done());

        ready(true);
        await(nodes, true);
        watch.work("n1");
        fixture.awaitEvent("data", "NodeRecovered: Node n1 has recovered.");
        assertThat(fixture.events("data")).hasSize(2);
        assertThat(fixture.events("other")).isEmpty();
    }

    private static void await(Informer<Node> nodes, boolean ready) {
        Awaitility.await().until(() -> nodes.find("n1").orElseThrow().ready() == ready);
    }

    @Test
    void claimsGetAnEventAtOnceWhenANodeIsDeleted() throws Exception {
        var options = new HealthMonitorOptions(
                HealthMonitorFixture.OFTEN, HealthMonitorFixture.OFTEN, Duration.ofSeconds(5), 2, true, "");
        fixture.start(options);
        Node node = fixture.cluster.api().find(Kinds.NODES, "", "n1").orElseThrow();
        fixture.cluster.api().delete(node, Kinds.NODES);

        fixture.awaitEvent("data", "NodeFailed: Node n1 has failed; pods [db-0] on it use this claim.");
    }
}
