package dev.stowage.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.podgc.PodGcController;
import dev.stowage.cluster.podgc.PodGcOptions;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLifecycleControllerTest {
    private @TempDir Path folder;
    private ControllerFixture fixture;
    private NodeLifecycleController lifecycle;
    private TaintEvictionController eviction;
    private PodGcController collection;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        lifecycle = new NodeLifecycleController(
                fixture.context("node-controller"),
                new NodeLifecycleOptions(Duration.ofSeconds(2), Duration.ofSeconds(2)));
        eviction = new TaintEvictionController(fixture.context("taint-eviction-controller"));
        collection = new PodGcController(
                fixture.context("pod-garbage-collector-controller"), new PodGcOptions(1), Duration.ofMillis(200));
        fixture.informers().start();
        lifecycle.start();
        eviction.start();
        collection.start();
    }

    @AfterEach
    void stop() throws Exception {
        collection.close();
        eviction.close();
        lifecycle.close();
        fixture.close();
    }

    @Test
    void nodeThatFallsSilentIsTaintedAndItsPodsLeaveAndItRecovers() throws Exception {
        node("quiet");
        node("lively");
        pod("patient", "quiet", "{'key':'node.kubernetes.io/unreachable','operator':'Exists'}");
        pod(
                "hasty",
                "quiet",
                "{'key':'node.kubernetes.io/unreachable','operator':'Exists','effect':'NoExecute','tolerationSeconds':1}");
        await().untilAsserted(() -> {
            speak("lively");
            assertThat(ready("quiet")).isEqualTo("Unknown");
            assertThat(taints("quiet"))
                    .containsExactlyInAnyOrder(
                            "node.kubernetes.io/unreachable NoSchedule", "node.kubernetes.io/unreachable NoExecute");
        });
        await().untilAsserted(() -> {
            speak("lively");
            assertThat(object("hasty").path("metadata").has("deletionTimestamp"))
                    .isTrue();
            assertThat(readyOf(object("patient"))).isEqualTo("False");
        });
        assertThat(object("patient").path("metadata").has("deletionTimestamp")).isFalse();
        // A machine that was suspended that long was silent too, and recovers with its heartbeat.
        await().untilAsserted(() -> {
            speak("lively");
            assertThat(ready("lively")).isEqualTo("True");
            assertThat(taints("lively")).isEmpty();
        });
        // With the node out of service, it is deleted without its kubelet.
        fixture.change(
                Kinds.NODES,
                "",
                "quiet",
                json("{'spec':{'taints':[{'key':'node.kubernetes.io/out-of-service','effect':'NoExecute'}]}}"));
        await().untilAsserted(() -> {
            speak("lively");
            assertThat(fixture.api().find(Kinds.PODS, "default", "hasty")).isEmpty();
        });
        fixture.change(Kinds.NODES, "", "quiet", json("{'spec':{'taints':null}}"));
        await().untilAsserted(() -> {
            speak("quiet");
            assertThat(ready("quiet")).isEqualTo("True");
            assertThat(taints("quiet")).isEmpty();
        });
    }

    @Test
    void podsOfANodeThatIsGoneAndTooManyThatAreOverAreCollected() throws Exception {
        node("lively");
        pod("orphan", "nowhere", "");
        await().untilAsserted(() ->
                assertThat(fixture.api().find(Kinds.PODS, "default", "orphan")).isEmpty());
        for (String name : List.of("one", "two")) {
            pod(name, "lively", "");
            fixture.changeStatus(Kinds.PODS, "default", name, json("{'status':{'phase':'Succeeded'}}"));
        }
        await().untilAsserted(() ->
                assertThat(fixture.informers().of(Kinds.PODS).all()).hasSize(1));
    }

    private void node(String name) throws IOException, InterruptedException {
        fixture.create(Kinds.NODES, "", json("{'metadata':{'name':'%s'}}".formatted(name)));
        speak(name);
    }

    private void speak(String name) throws IOException, InterruptedException {
        fixture.changeStatus(
                Kinds.NODES,
                "",
                name,
                json("{'status':{'conditions':[{'type':'Ready','status':'True','lastHeartbeatTime':'%s'}]}}"
                        .formatted(Instant.now())));
    }

    private void pod(String name, String node, String tolerations) throws IOException, InterruptedException {
        fixture.create(
                Kinds.PODS,
                "default",
                json(
                        "{'metadata':{'name':'%s'},'spec':{'nodeName':'%s','containers':[{'name':'c','image':'i'}],'tolerations':[%s]}}"
                                .formatted(name, node, tolerations)));
        if (!node.equals("nowhere")) {
            fixture.changeStatus(
                    Kinds.PODS,
                    "default",
                    name,
                    json("{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}}"));
        }
    }

    private JsonNode object(String pod) throws IOException, InterruptedException {
        return fixture.get(Kinds.PODS, "default", pod);
    }

    private String ready(String node) throws IOException, InterruptedException {
        return readyOf(fixture.get(Kinds.NODES, "", node));
    }

    private static String readyOf(JsonNode object) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText();
            }
        }
        return "";
    }

    private List<String> taints(String node) throws IOException, InterruptedException {
        List<String> taints = new ArrayList<>();
        fixture.get(Kinds.NODES, "", node)
                .path("spec")
                .path("taints")
                .forEach(taint -> taints.add(
                        taint.path("key").asText() + " " + taint.path("effect").asText()));
        return taints;
    }

    private static String json(String text) {
        return NodeTestObjects.json(text).toString();
    }
}
