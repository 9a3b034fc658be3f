package dev.stowage.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.cluster.podgc.PodGcController;
import dev.stowage.cluster.podgc.PodGcOptions;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes and pods, seen through a late cache and by a clock that is wrong.
class NodeFailureTest {
    /// More often than changes alone would trigger a run.
    private static final int OFTEN = 6;

    private @TempDir Path folder;
    private ControllerFixture fixture;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile String vanished = "";
    private volatile Duration behind = Duration.ZERO;

    @BeforeEach
    void open() throws Exception {
        fixture = new ControllerFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private NodeLifecycleController startLife() throws InterruptedException {
        var options = new NodeLifecycleOptions(Duration.ofSeconds(2), Duration.ofSeconds(2));
        var lifecycle = new NodeLifecycleController(shared("node-controller"), options);
        fixture.informers().start();
        lifecycle.start();
        return lifecycle;
    }

    @Test
    void silenceIsNoticedThoughTheClockIsSetBack() throws Exception {
        try (NodeLifecycleController _ = startLife()) {
            node();
            await().until(() -> fixture.api()
                    .find(Kinds.NODES, "", "quiet")
                    .orElseThrow()
                    .taints()
                    .isEmpty());
            behind = Duration.ofSeconds(3);
            await().until(() ->
                    !fixture.api().find(Kinds.NODES, "", "quiet").orElseThrow().ready());
        }
    }

    @Test
    void podsOfASilentNodeAreMarkedThoughOneOfThemIsGone() throws Exception {
        vanished = "first";
        try (NodeLifecycleController _ = startLife()) {
            node();
            pod("first", "quiet");
            pod("second", "quiet");
            await().until(() -> refused.get() >= OFTEN);
            vanished = "";
            await().until(() -> !find("second").isReady());
        }
    }

    @Test
    void orphansAreCollectedThoughOneOfThemIsGone() throws Exception {
        vanished = "first";
        var options = new PodGcOptions(1);
        try (var collection = new PodGcController(shared("collector"), options, Duration.ofMillis(50))) {
            fixture.informers().start();
            collection.start();
            pod("first", "nowhere");
            pod("second", "nowhere");
            await().until(() -> refused.get() >= OFTEN);
            vanished = "";
            await().untilAsserted(() -> assertThat(
                            fixture.api().list(Kinds.PODS, "default").items())
                    .isEmpty());
        }
    }

    @Test
    void aPodIsKeptWhenItsNodeIsInServiceAgainAndTheCacheDoesNotKnow() throws Exception {
        for (String name : List.of("back", "lost")) {
            fixture.create(
                    Kinds.NODES,
                    "",
                    json("{'metadata':{'name':'%s'},'spec':{'taints':[{'key':'%s','effect':'NoExecute'}]}}"
                            .formatted(name, NodeKeys.OUT_OF_SERVICE)));
        }
        pod("kept", "back");
        pod("ends", "lost");
        var collection = new PodGcController(shared("collector"), new PodGcOptions(1), Duration.ofMillis(50));
        fixture.api().delete(find("kept"), Kinds.PODS, DeleteOptions.defaults());
        fixture.api().delete(find("ends"), Kinds.PODS, DeleteOptions.defaults());
        fixture.informers().start();
        fixture.informers().of(Kinds.NODES).awaitSynced();
        fixture.informers().of(Kinds.PODS).awaitSynced();
        fixture.informers().close();
        fixture.change(Kinds.NODES, "", "back", json("{'spec':{'taints':null}}"));
        try (collection) {
            collection.start();
            await().untilAsserted(() -> assertThat(fixture.api().find(Kinds.PODS, "default", "ends"))
                    .isEmpty());
            assertThat(fixture.api().find(Kinds.PODS, "default", "kept")).isPresent();
        }
    }

    /// An executor for which a pod is deleted on the server while the cache still has it.
    private ControllerContext shared(String component) {
        ControllerContext context =
                fixture.context(component, () -> Instant.now().minus(behind));
        ActionExecutor executor = action -> {
            if (action instanceof ClusterAction.PatchObject<?> patchObject
                    && patchObject.seen().meta().name().equals(vanished)) {
                refused.incrementAndGet();
                throw new ApiFailure(404, "NotFound", "there is no such pod", null);
            }
            context.executor().execute(action);
        };
        return new ControllerContext(
                context.api(),
                context.informers(),
                context.events(),
                executor,
                context.metrics(),
                context.queues(),
                context.timer(),
                context.clock(),
                context.gates());
    }

    private Pod find(String pod) throws ApiFailure, InterruptedException {
        return fixture.api().find(Kinds.PODS, "default", pod).orElseThrow();
    }

    private void node() throws IOException, InterruptedException {
        fixture.create(Kinds.NODES, "", json("{'metadata':{'name':'quiet'}}"));
        fixture.changeStatus(
                Kinds.NODES,
                "",
                "quiet",
                json("{'status':{'conditions':[{'type':'Ready','status':'True','lastHeartbeatTime':'%s'}]}}"
                        .formatted(Instant.now())));
    }

    private void pod(String name, String node) throws IOException, InterruptedException {
        fixture.create(
                Kinds.PODS,
                "default",
                json("{'metadata':{'name':'%s'},'spec':{'nodeName':'%s','containers':[{'name':'c','image':'i'}]}}"
                        .formatted(name, node)));
        if (!node.equals("nowhere")) {
            fixture.changeStatus(
                    Kinds.PODS,
                    "default",
                    name,
                    json("{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}}"));
        }
    }

    private static String json(String text) {
        return NodeTestObjects.json(text).toString();
    }
}
