package dev.stowage.control.workload.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.control.stage.Stage;
import dev.stowage.control.workload.InWords;
import dev.stowage.control.workload.ScriptedKubelet;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonSetsTest {
    private @TempDir Path folder;
    private Stage stage;
    private DaemonSets controller;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        stage = new Stage(folder);
        controller = new DaemonSets(stage.shared("daemonset-controller"));
        kubelet = new ScriptedKubelet(stage);
        stage.informers().start();
        controller.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        controller.close();
        stage.close();
    }

    @Test
    void everyNodeHasItsPodAlsoAfterNodesComeAndTheTemplateChanges() throws Exception {
        node("node-1");
        stage.create(Kinds.DAEMON_SETS, "default", json("""
                {'metadata':{'name':'agent'},'spec':{'selector':{'matchLabels':{'app':'agent'}},
                 'template':{'metadata':{'labels':{'app':'agent'}},'spec':{'containers':[{'name':'c','image':'one'}]}}}}"""));
        await().untilAsserted(() ->
                assertThat(status().path("numberAvailable").asInt()).isEqualTo(1));
        node("node-2");
        await().untilAsserted(() ->
                assertThat(status().path("numberAvailable").asInt()).isEqualTo(2));
        assertThat(nodes()).containsExactly("node-1", "node-2");
        stage.change(
                Kinds.DAEMON_SETS,
                "default",
                "agent",
                json("{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'two'}]}}}}"));
        await().untilAsserted(() -> {
            JsonNode set = stage.get(Kinds.DAEMON_SETS, "default", "agent");
            assertThat(set.path("status").path("observedGeneration"))
                    .isEqualTo(set.path("metadata").path("generation"));
            assertThat(set.path("status").path("updatedNumberScheduled").asInt())
                    .isEqualTo(2);
            assertThat(set.path("status").path("numberAvailable").asInt()).isEqualTo(2);
        });
        assertThat(stage.informers().of(Kinds.CONTROLLER_REVISIONS).all()).hasSize(2);
        stage.change(Kinds.NODES, "", "node-2", json("{'spec':{'taints':[{'key':'k','effect':'NoExecute'}]}}"));
        await().untilAsserted(() -> assertThat(nodes()).containsExactly("node-1"));
    }

    private List<String> nodes() {
        return stage.informers().of(Kinds.PODS).all().stream()
                .map(Pod::nodeName)
                .sorted()
                .toList();
    }

    private void node(String name) throws IOException, InterruptedException {
        stage.create(Kinds.NODES, "", json("{'metadata':{'name':'" + name + "'}}"));
        // The server marks every new node as not ready.
        stage.change(Kinds.NODES, "", name, json("{'spec':{'taints':null}}"));
    }

    private JsonNode status() throws IOException, InterruptedException {
        return stage.get(Kinds.DAEMON_SETS, "default", "agent").path("status");
    }

    private static String json(String text) {
        return InWords.json(text).toString();
    }
}
