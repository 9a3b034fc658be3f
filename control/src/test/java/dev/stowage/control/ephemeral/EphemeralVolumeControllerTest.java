package dev.stowage.control.ephemeral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EphemeralVolumeControllerTest {
    private static final String POD = """
            {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"c","image":"i"}],"volumes":[
              {"name":"scratch","ephemeral":{"volumeClaimTemplate":{
                 "metadata":{"labels":{"a":"b"},"annotations":{"x":"y"}},
                 "spec":{"accessModes":["%s"],"resources":{"requests":{"storage":"1Gi"}}}}}},
              {"name":"other","emptyDir":{}}]}}""";

    private ControllerFixture fixture;
    private EphemeralVolumeController volumes;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new ControllerFixture(folder);
        volumes = new EphemeralVolumeController(fixture.context("ephemeral_volume"), new EphemeralVolumeOptions(5));
        fixture.informers().start();
        volumes.start();
    }

    @AfterEach
    void close() throws Exception {
        volumes.close();
        fixture.close();
    }

    @Test
    void claimIsMadeFromTheTemplateAndBelongsToThePod() throws Exception {
        Pod pod = fixture.create(Kinds.PODS, "default", POD.formatted("web", "ReadWriteOnce"));
        await().until(() ->
                fixture.api().find(Kinds.CLAIMS, "default", "web-scratch").isPresent());
        JsonNode claim = fixture.get(Kinds.CLAIMS, "default", "web-scratch");
        assertThat(claim.path("metadata").path("labels")).hasToString("{\"a\":\"b\"}");
        assertThat(claim.path("metadata").path("annotations")).hasToString("{\"x\":\"y\"}");
        assertThat(claim.path("metadata").path("ownerReferences"))
                .isEqualTo(Json.read("""
                [{"apiVersion":"v1","kind":"Pod","name":"web","uid":"%s","controller":true,"blockOwnerDeletion":true}]""".formatted(pod.meta().uid()).getBytes(StandardCharsets.UTF_8)));
        assertThat(claim.path("spec").path("resources")).hasToString("{\"requests\":{\"storage\":\"1Gi\"}}");

        PersistentVolumeClaim first =
                fixture.api().find(Kinds.CLAIMS, "default", "web-scratch").orElseThrow();
        fixture.change(Kinds.CLAIMS, "default", "web-scratch", "{\"metadata\":{\"finalizers\":null}}");
        fixture.api().delete(first, Kinds.CLAIMS);
        await().until(() -> fixture.api()
                .find(Kinds.CLAIMS, "default", "web-scratch")
                .filter(again -> !again.meta().uid().equals(first.meta().uid()))
                .isPresent());
    }

    @Test
    void claimOfSomebodyElseIsNotTakenAndThePodIsTold() throws Exception {
        PersistentVolumeClaim foreign = fixture.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"web-scratch"},"spec":{"accessModes":["ReadWriteOnce"],
                 "resources":{"requests":{"storage":"1Gi"}}}}""");
        Pod pod = fixture.create(Kinds.PODS, "default", POD.formatted("web", "ReadWriteOnce"));
        await().until(() -> events().contains(
                        "ephemeral volume scratch: PVC default/web-scratch was not created for pod default/web "
                                + "(pod is not owner)"));
        fixture.change(Kinds.CLAIMS, "default", "web-scratch", "{\"metadata\":{\"finalizers\":null}}");
        fixture.api().delete(foreign, Kinds.CLAIMS);
        await().until(() -> fixture.api()
                .find(Kinds.CLAIMS, "default", "web-scratch")
                .filter(claim -> claim.meta().ownerReferences().stream()
                        .anyMatch(ownerReference ->
                                ownerReference.uid().equals(pod.meta().uid())))
                .isPresent());
    }

    private String events() throws Exception {
        try (var in = fixture.api().stream("/api/v1/namespaces/default/events")) {
            return Json.read(in.readAllBytes()).toString();
        }
    }
}
