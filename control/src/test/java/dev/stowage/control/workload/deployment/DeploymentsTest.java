package dev.stowage.control.workload.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.control.stage.Stage;
import dev.stowage.control.workload.InWords;
import dev.stowage.control.workload.ScriptedKubelet;
import dev.stowage.control.workload.replica.ReplicaSets;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ReplicaSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentsTest {
    private static final String DEPLOYMENT = """
            {'metadata':{'name':'web'},'spec':{'replicas':3,'selector':{'matchLabels':{'app':'web'}},
             'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'one'}]}}}}""";

    private @TempDir Path folder;
    private Stage stage;
    private ReplicaSets sets;
    private Deployments deployments;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        stage = new Stage(folder);
        sets = new ReplicaSets(stage.shared("replicaset-controller"));
        deployments = new Deployments(stage.shared("deployment-controller"));
        kubelet = new ScriptedKubelet(stage);
        stage.informers().start();
        sets.start();
        deployments.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        deployments.close();
        sets.close();
        stage.close();
    }

    @Test
    void deploymentComesToANewTemplateAndBack() throws Exception {
        stage.create(Kinds.DEPLOYMENTS, "default", json(DEPLOYMENT));
        await().untilAsserted(() -> assertThat(isAtRest("one", 3)).isTrue());
        image("two");
        await().untilAsserted(() -> assertThat(isAtRest("two", 3)).isTrue());
        assertThat(revision()).isEqualTo("2");
        image("one");
        await().untilAsserted(() -> assertThat(isAtRest("one", 3)).isTrue());
        await().untilAsserted(() -> assertThat(revision()).isEqualTo("3"));
        assertThat(stage.informers().of(Kinds.REPLICA_SETS).all()).hasSize(2);
        change("{'spec':{'replicas':1}}");
        await().untilAsserted(() -> assertThat(isAtRest("one", 1)).isTrue());
    }

    @Test
    void recreateNeverRunsOldAndNewTogether() throws Exception {
        stage.create(
                Kinds.DEPLOYMENTS,
                "default",
                json(DEPLOYMENT.replace("'replicas':3", "'replicas':2,'strategy':{'type':'Recreate'}")));
        await().untilAsserted(() -> assertThat(isAtRest("one", 2)).isTrue());
        kubelet.startOnly(_ -> false);
        image("two");
        await().untilAsserted(() -> assertThat(pods()).hasSize(2));
        kubelet.startOnly(_ -> true);
        await().untilAsserted(() -> assertThat(isAtRest("two", 2)).isTrue());
    }

    @Test
    void newPodsThatDoNotStartHoldTheOldOnesInPlace() throws Exception {
        stage.create(Kinds.DEPLOYMENTS, "default", json(DEPLOYMENT));
        await().untilAsserted(() -> assertThat(isAtRest("one", 3)).isTrue());
        kubelet.startOnly(_ -> false);
        image("two");
        await().untilAsserted(() ->
                assertThat(status().path("updatedReplicas").asInt()).isEqualTo(1));
        assertThat(status().path("availableReplicas").asInt()).isEqualTo(3);
        kubelet.startOnly(_ -> true);
        await().untilAsserted(() -> assertThat(isAtRest("two", 3)).isTrue());
    }

    private boolean isAtRest(String image, int replicas) throws IOException, InterruptedException {
        JsonNode deployment = stage.get(Kinds.DEPLOYMENTS, "default", "web");
        JsonNode status = deployment.path("status");
        JsonNode running = stage.informers().of(Kinds.REPLICA_SETS).all().stream()
                .filter(set -> set.replicas() > 0)
                .map(ReplicaSet::template)
                .findFirst()
                .orElse(InWords.json("{}"));
        return status.path("observedGeneration").asLong()
                        == deployment.path("metadata").path("generation").asLong()
                && status.path("replicas").asInt() == replicas
                && status.path("updatedReplicas").asInt() == replicas
                && status.path("availableReplicas").asInt() == replicas
                && running.path("spec")
                        .path("containers")
                        .path(0)
                        .path("image")
                        .asText()
                        .equals(image);
    }

    private Collection<?> pods() {
        return stage.informers().of(Kinds.PODS).all();
    }

    private String revision() throws IOException, InterruptedException {
        return stage.get(Kinds.DEPLOYMENTS, "default", "web")
                .path("metadata")
                .path("annotations")
                .path("deployment.kubernetes.io/revision")
                .asText();
    }

    private JsonNode status() throws IOException, InterruptedException {
        return stage.get(Kinds.DEPLOYMENTS, "default", "web").path("status");
    }

    private void image(String image) throws IOException, InterruptedException {
        change("{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'" + image + "'}]}}}}");
    }

    private void change(String patch) throws IOException, InterruptedException {
        stage.change(Kinds.DEPLOYMENTS, "default", "web", json(patch));
    }

    private static String json(String text) {
        return InWords.json(text).toString();
    }
}
