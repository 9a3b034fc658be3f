package dev.stowage.cluster.workload.statefulset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.ScriptedKubelet;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatefulSetControllerTest {
    private static final String SET = """
            {'metadata':{'name':'web'},'spec':{'replicas':3,'serviceName':'web','selector':{'matchLabels':{'app':'web'}},
             'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'one'}]}},
             'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{'accessModes':['ReadWriteOnce'],
              'resources':{'requests':{'storage':'1Gi'}}}}]}}""";

    private @TempDir Path folder;
    private ControllerFixture fixture;
    private StatefulSetController controller;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        controller = new StatefulSetController(fixture.context("statefulset-controller"));
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
    void podsComeOneAfterAnotherWithTheirClaims() throws Exception {
        kubelet.startOnly(pod -> !pod.meta().name().equals("web-1"));
        create(SET);
        await().untilAsserted(() -> assertThat(names(Kinds.PODS)).containsExactly("web-0", "web-1"));
        await().untilAsserted(
                        () -> assertThat(status().path("readyReplicas").asInt()).isEqualTo(1));
        assertThat(names(Kinds.CLAIMS)).containsExactly("data-web-0", "data-web-1");
        kubelet.startOnly(_ -> true);
        await().untilAsserted(() ->
                assertThat(status().path("availableReplicas").asInt()).isEqualTo(3));
        assertThat(names(Kinds.CLAIMS)).containsExactly("data-web-0", "data-web-1", "data-web-2");
        assertThat(status().path("currentRevision")).isEqualTo(status().path("updateRevision"));
        assertThat(status().path("updatedReplicas").asInt()).isEqualTo(3);
    }

    @Test
    void newTemplateReachesAllPodsAndTheOldOneComesBack() throws Exception {
        create(SET);
        await().untilAsserted(
                        () -> assertThat(status().path("readyReplicas").asInt()).isEqualTo(3));
        String before = status().path("currentRevision").asText();
        image("two");
        await().untilAsserted(() -> assertThat(isAtRest("two")).isTrue());
        String after = status().path("currentRevision").asText();
        assertThat(after).isNotEqualTo(before);
        image("one");
        await().untilAsserted(() -> assertThat(isAtRest("one")).isTrue());
        assertThat(status().path("currentRevision").asText()).isEqualTo(before);
        assertThat(fixture.informers().of(Kinds.CONTROLLER_REVISIONS).all())
                .extracting(ControllerRevision::revision)
                .containsExactlyInAnyOrder(2L, 3L);
    }

    @Test
    void fewerReplicasKeepTheirClaimsUnlessToldOtherwise() throws Exception {
        create(SET);
        await().untilAsserted(
                        () -> assertThat(status().path("readyReplicas").asInt()).isEqualTo(3));
        change("{'spec':{'replicas':2}}");
        await().untilAsserted(() -> assertThat(names(Kinds.PODS)).containsExactly("web-0", "web-1"));
        assertThat(names(Kinds.CLAIMS)).contains("data-web-2");
        assertThat(fixture.get(Kinds.CLAIMS, "default", "data-web-2")
                        .path("metadata")
                        .path("ownerReferences"))
                .isEmpty();
        change("{'spec':{'persistentVolumeClaimRetentionPolicy':{'whenScaled':'Delete','whenDeleted':'Delete'}}}");
        await().untilAsserted(() -> assertThat(owner("data-web-1")).isEqualTo("StatefulSet"));
        String pod = fixture.get(Kinds.PODS, "default", "web-1")
                .path("metadata")
                .path("uid")
                .asText();
        change("{'spec':{'replicas':1}}");
        await().untilAsserted(() -> assertThat(names(Kinds.PODS)).containsExactly("web-0"));
        assertThat(owner("data-web-1")).isEqualTo("Pod");
        assertThat(fixture.get(Kinds.CLAIMS, "default", "data-web-1")
                        .path("metadata")
                        .path("ownerReferences")
                        .path(0)
                        .path("uid")
                        .asText())
                .isEqualTo(pod);
    }

    @Test
    void orphanThatFitsIsAdoptedAndOneThatNoLongerFitsIsReleased() throws Exception {
        fixture.create(Kinds.PODS, "default", json("""
                {'metadata':{'name':'web-0','labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'one'}]}}"""));
        create(SET.replace("'replicas':3", "'replicas':1"));
        // It was not created from the template, and so it is recreated: in between there is none.
        await().until(() -> fixture.api()
                .find(Kinds.PODS, "default", "web-0")
                .flatMap(pod -> pod.meta().controller())
                .filter(ownerReference -> ownerReference.kind().equals("StatefulSet"))
                .isPresent());
        await().untilAsserted(() -> assertThat(isAtRest("one")).isTrue());
        fixture.change(Kinds.PODS, "default", "web-0", json("{'metadata':{'labels':{'app':'other'}}}"));
        await().untilAsserted(() -> assertThat(fixture.get(Kinds.PODS, "default", "web-0")
                        .path("metadata")
                        .path("ownerReferences"))
                .isEmpty());
    }

    private boolean isAtRest(String image) throws IOException, InterruptedException {
        JsonNode set = fixture.get(Kinds.STATEFUL_SETS, "default", "web");
        JsonNode status = set.path("status");
        int replicas = set.path("spec").path("replicas").asInt();
        if (status.path("observedGeneration").asLong()
                        != set.path("metadata").path("generation").asLong()
                || status.path("updatedReplicas").asInt() != replicas
                || status.path("readyReplicas").asInt() != replicas) {
            return false;
        }
        for (Pod pod : fixture.informers().of(Kinds.PODS).all()) {
            JsonNode container = fixture.get(Kinds.PODS, "default", pod.meta().name())
                    .path("spec")
                    .path("containers")
                    .path(0);
            assertThat(container.path("image").asText()).isEqualTo(image);
        }
        return true;
    }

    private String owner(String claim) throws IOException, InterruptedException {
        PersistentVolumeClaim found = PersistentVolumeClaim.read(fixture.get(Kinds.CLAIMS, "default", claim));
        return found.meta()
                .controller()
                .map(ownerReference -> ownerReference.kind())
                .orElse("");
    }

    private void image(String image) throws IOException, InterruptedException {
        change("{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'" + image + "'}]}}}}");
    }

    private void create(String set) throws IOException, InterruptedException {
        fixture.create(Kinds.STATEFUL_SETS, "default", json(set));
    }

    private void change(String patch) throws IOException, InterruptedException {
        fixture.change(Kinds.STATEFUL_SETS, "default", "web", json(patch));
    }

    private JsonNode status() throws IOException, InterruptedException {
        return fixture.get(Kinds.STATEFUL_SETS, "default", "web").path("status");
    }

    private Collection<String> names(dev.stowage.kube.model.Kind<? extends KubeObject> kind) {
        return fixture.informers().of(kind).all().stream()
                .map(object -> object.meta().name())
                .sorted()
                .toList();
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}
