package dev.stowage.cluster.workload.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.ScriptedKubelet;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.cluster.workload.replicaset.ReplicaSetController;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ReplicaSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentControllerTest {
    private static final String DEPLOYMENT = """
            {'metadata':{'name':'web'},'spec':{'replicas':3,'selector':{'matchLabels':{'app':'web'}},
             'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'one'}]}}}}""";

    private @TempDir Path folder;
    private ControllerFixture fixture;
    private ReplicaSetController sets;
    private DeploymentController deploymentController;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        sets = new ReplicaSetController(fixture.context("replicaset-controller"));
        deploymentController = new DeploymentController(fixture.context("deployment-controller"));
        kubelet = new ScriptedKubelet(fixture);
        fixture.informers().start();
        sets.start();
        deploymentController.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        deploymentController.close();
        sets.close();
        fixture.close();
    }

    @Test
    void deploymentComesToANewTemplateAndBack() throws Exception {
        fixture.create(Kinds.DEPLOYMENTS, "default", json(DEPLOYMENT));
        await().untilAsserted(() -> assertThat(isAtRest("one", 3)).isTrue());
        image("two");
        await().untilAsserted(() -> assertThat(isAtRest("two", 3)).isTrue());
        assertThat(revision()).isEqualTo("2");
        image("one");
        await().untilAsserted(() -> assertThat(isAtRest("one", 3)).isTrue());
        await().untilAsserted(() -> assertThat(revision()).isEqualTo("3"));
        assertThat(fixture.informers().of(Kinds.REPLICA_SETS).all()).hasSize(2);
        change("{'spec':{'replicas':1}}");
        await().untilAsserted(() -> assertThat(isAtRest("one", 1)).isTrue());
    }

    @Test
    void recreateNeverRunsOldAndNewTogether() throws Exception {
        fixture.create(
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
        fixture.create(Kinds.DEPLOYMENTS, "default", json(DEPLOYMENT));
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
        JsonNode deployment = fixture.get(Kinds.DEPLOYMENTS, "default", "web");
        JsonNode status = deployment.path("status");
        JsonNode running = fixture.informers().of(Kinds.REPLICA_SETS).all().stream()
                .filter(set -> set.replicas() > 0)
                .map(ReplicaSet::template)
                .findFirst()
                .orElse(WorkloadActionText.json("{}"));
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
        return fixture.informers().of(Kinds.PODS).all();
    }

    private String revision() throws IOException, InterruptedException {
        return fixture.get(Kinds.DEPLOYMENTS, "default", "web")
                .path("metadata")
                .path("annotations")
                .path("deployment.kubernetes.io/revision")
                .asText();
    }

    private JsonNode status() throws IOException, InterruptedException {
        return fixture.get(Kinds.DEPLOYMENTS, "default", "web").path("status");
    }

    private void image(String image) throws IOException, InterruptedException {
        change("{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'" + image + "'}]}}}}");
    }

    private void change(String patch) throws IOException, InterruptedException {
        fixture.change(Kinds.DEPLOYMENTS, "default", "web", json(patch));
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}
