package dev.stowage.cluster.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.ScriptedKubelet;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.cluster.workload.deployment.DeploymentController;
import dev.stowage.cluster.workload.replicaset.ReplicaSetController;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvictionTest {
    private @TempDir Path folder;
    private ControllerFixture fixture;
    private DisruptionController controller;
    private DeploymentController deployments;
    private ReplicaSetController replicaSets;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        controller = new DisruptionController(fixture.context("controllermanager"));
        deployments = new DeploymentController(fixture.context("deployment-controller"));
        replicaSets = new ReplicaSetController(fixture.context("replicaset-controller"));
        kubelet = new ScriptedKubelet(fixture);
        fixture.informers().start();
        controller.start();
        deployments.start();
        replicaSets.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        replicaSets.close();
        deployments.close();
        controller.close();
        fixture.close();
    }

    private void deployment() throws Exception {
        fixture.create(Kinds.DEPLOYMENTS, "default", json("""
                {'metadata':{'name':'web'},'spec':{'replicas':2,'selector':{'matchLabels':{'app':'web'}},
                 'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}"""));
    }

    private void budget(String spec) throws Exception {
        fixture.create(Kinds.POD_DISRUPTION_BUDGETS, "default", json("""
                {'metadata':{'name':'web'},'spec':{'selector':{'matchLabels':{'app':'web'}},%s}}""".formatted(spec)));
    }

    private JsonNode status() throws Exception {
        return fixture.get(Kinds.POD_DISRUPTION_BUDGETS, "default", "web").path("status");
    }

    private List<Pod> pods() {
        return fixture.informers().of(Kinds.PODS).all().stream()
                .filter(pod -> !pod.isBeingDeleted())
                .toList();
    }

    private void evict(Pod pod) throws Exception {
        ObjectNode eviction = (ObjectNode)
                WorkloadActionText.json("{'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'%s'}}"
                        .formatted(pod.meta().name()));
        fixture.api().send(Kinds.PODS, pod, "eviction", eviction);
    }

    @Test
    void evictionUsesUpWhatTheBudgetAllows() throws Exception {
        deployment();
        budget("'maxUnavailable':1");
        await().untilAsserted(() ->
                assertThat(status().path("disruptionsAllowed").asInt()).isEqualTo(1));
        assertThat(status().path("expectedPods").asInt()).isEqualTo(2);
        kubelet.startOnly(_ -> false);
        List<Pod> two = pods();
        assertThat(two).hasSize(2);
        evict(two.get(0));
        await().untilAsserted(() ->
                assertThat(status().path("currentHealthy").asInt()).isEqualTo(1));
        assertThatThrownBy(() -> evict(two.get(1)))
                .isInstanceOf(ApiFailure.class)
                .hasMessageContaining("Cannot evict pod as it would violate the pod's disruption budget.");
        kubelet.startOnly(_ -> true);
        await().untilAsserted(() ->
                assertThat(status().path("disruptionsAllowed").asInt()).isEqualTo(1));
        evict(two.get(1));
    }

    @Test
    void unhealthyPodIsEvictedWhenTheBudgetDoesNotCare() throws Exception {
        kubelet.startOnly(_ -> false);
        deployment();
        budget("'minAvailable':2,'unhealthyPodEvictionPolicy':'AlwaysAllow'");
        await().untilAsserted(() -> assertThat(pods()).hasSize(2));
        Pod pod = pods().getFirst();
        fixture.changeStatus(Kinds.PODS, "default", pod.meta().name(), "{\"status\":{\"phase\":\"Running\"}}");
        evict(pod);
        await().untilAsserted(
                        () -> assertThat(pods()).noneMatch(one -> one.key().equals(pod.key())));
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}
