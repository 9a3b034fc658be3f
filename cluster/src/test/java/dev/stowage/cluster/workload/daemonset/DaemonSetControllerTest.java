package dev.stowage.cluster.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.ScriptedKubelet;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonSetControllerTest {
    private @TempDir Path folder;
    private ControllerFixture fixture;
    private DaemonSetController controller;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        controller = new DaemonSetController(fixture.context("daemonset-controller"));
        kubelet = new ScriptedKubelet(fixture);
        fixture.informers().start();
        controller.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        controller.close();
        fixture.close();
    }

    @Test
    void everyNodeHasItsPodAlsoAfterNodesComeAndTheTemplateChanges() throws Exception {
        node("node-1");
        fixture.create(Kinds.DAEMON_SETS, "default", json("""
                {'metadata':{'name':'agent'},'spec':{'selector':{'matchLabels':{'app':'agent'}},
                 'template':{'metadata':{'labels':{'app':'agent'}},'spec':{'containers':[{'name':'c','image':'one'}]}}}}"""));
        await().untilAsserted(() ->
                assertThat(status().path("numberAvailable").asInt()).isEqualTo(1));
        node("node-2");
        await().untilAsserted(() ->
                assertThat(status().path("numberAvailable").asInt()).isEqualTo(2));
        assertThat(nodes()).containsExactly("node-1", "node-2");
        fixture.change(
                Kinds.DAEMON_SETS,
                "default",
                "agent",
                json("{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'two'}]}}}}"));
        await().untilAsserted(() -> {
            JsonNode set = fixture.get(Kinds.DAEMON_SETS, "default", "agent");
            assertThat(set.path("status").path("observedGeneration"))
                    .isEqualTo(set.path("metadata").path("generation"));
            assertThat(set.path("status").path("updatedNumberScheduled").asInt())
                    .isEqualTo(2);
            assertThat(set.path("status").path("numberAvailable").asInt()).isEqualTo(2);
        });
        assertThat(fixture.informers().of(Kinds.CONTROLLER_REVISIONS).all()).hasSize(2);
        fixture.change(Kinds.NODES, "", "node-2", json("{'spec':{'taints':[{'key':'k','effect':'NoExecute'}]}}"));
        await().untilAsserted(() -> assertThat(nodes()).containsExactly("node-1"));
    }

    private List<String> nodes() {
        return fixture.informers().of(Kinds.PODS).all().stream()
                .map(Pod::nodeName)
                .sorted()
                .toList();
    }

    private void node(String name) throws IOException, InterruptedException {
        fixture.create(Kinds.NODES, "", json("{'metadata':{'name':'" + name + "'}}"));
        // The server taints every new node as not ready.
        fixture.change(Kinds.NODES, "", name, json("{'spec':{'taints':null}}"));
    }

    private JsonNode status() throws IOException, InterruptedException {
        return fixture.get(Kinds.DAEMON_SETS, "default", "agent").path("status");
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}
