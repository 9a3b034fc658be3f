package dev.stowage.control.nodelife;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.control.stage.Stage;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes and pods, seen through a mirror that is late and by a clock that goes wrong.
class NodeTroubleTest {
    /// More often than changes alone make anybody look.
    private static final int OFTEN = 6;

    private @TempDir Path folder;
    private Stage stage;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile String vanished = "";
    private volatile Duration behind = Duration.ZERO;

    @BeforeEach
    void open() throws Exception {
        stage = new Stage(folder);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    private NodeLife startLife() throws InterruptedException {
        var options = new NodeLifeOptions(Duration.ofSeconds(2), Duration.ofSeconds(2));
        var life = new NodeLife(shared("node-controller"), options);
        stage.informers().start();
        life.start();
        return life;
    }

    @Test
    void silenceIsNoticedThoughTheClockIsSetBack() throws Exception {
        try (NodeLife _ = startLife()) {
            node();
            await().until(() -> stage.api()
                    .find(Kinds.NODES, "", "quiet")
                    .orElseThrow()
                    .taints()
                    .isEmpty());
            behind = Duration.ofSeconds(3);
            await().until(() ->
                    !stage.api().find(Kinds.NODES, "", "quiet").orElseThrow().ready());
        }
    }

    @Test
    void podsOfASilentNodeAreMarkedThoughOneOfThemIsGone() throws Exception {
        vanished = "first";
        try (NodeLife _ = startLife()) {
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
        var options = new PodCollectionOptions(1);
        try (var collection = new PodCollection(shared("collector"), options, Duration.ofMillis(50))) {
            stage.informers().start();
            collection.start();
            pod("first", "nowhere");
            pod("second", "nowhere");
            await().until(() -> refused.get() >= OFTEN);
            vanished = "";
            await().untilAsserted(() ->
                    assertThat(stage.api().list(Kinds.PODS, "default").items()).isEmpty());
        }
    }

    /// Hands that meet a pod that is gone on the server, of which the mirror has not heard.
    private Shared shared(String component) {
        Shared shared = stage.shared(component, () -> Instant.now().minus(behind));
        Hands hands = act -> {
            if (act instanceof Act.Change<?> change
                    && change.seen().meta().name().equals(vanished)) {
                refused.incrementAndGet();
                throw new ApiFailure(404, "NotFound", "there is no such pod", null);
            }
            shared.hands().carryOut(act);
        };
        return new Shared(
                shared.api(),
                shared.informers(),
                shared.events(),
                hands,
                shared.metrics(),
                shared.queues(),
                shared.timer(),
                shared.clock(),
                shared.gates());
    }

    private Pod find(String pod) throws ApiFailure, InterruptedException {
        return stage.api().find(Kinds.PODS, "default", pod).orElseThrow();
    }

    private void node() throws IOException, InterruptedException {
        stage.create(Kinds.NODES, "", json("{'metadata':{'name':'quiet'}}"));
        stage.changeStatus(
                Kinds.NODES,
                "",
                "quiet",
                json("{'status':{'conditions':[{'type':'Ready','status':'True','lastHeartbeatTime':'%s'}]}}"
                        .formatted(Instant.now())));
    }

    private void pod(String name, String node) throws IOException, InterruptedException {
        stage.create(
                Kinds.PODS,
                "default",
                json("{'metadata':{'name':'%s'},'spec':{'nodeName':'%s','containers':[{'name':'c','image':'i'}]}}"
                        .formatted(name, node)));
        if (!node.equals("nowhere")) {
            stage.changeStatus(
                    Kinds.PODS,
                    "default",
                    name,
                    json("{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}}"));
        }
    }

    private static String json(String text) {
        return Written.json(text).toString();
    }
}
