package dev.stowage.control.expand;

import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpandControllerTest {

    @Test
    void claimThatGrowsIsToldAndMarked(@TempDir Path folder) throws Exception {
        try (ControllerFixture fixture = new ControllerFixture(folder);
                var expandController = new ExpandController(fixture.context("volume_expand"))) {
            fixture.informers().start();
            fixture.create(Kinds.STORAGE_CLASSES, "", """
                    {"metadata":{"name":"old"},"provisioner":"kubernetes.io/aws-ebs","allowVolumeExpansion":true}""");
            PersistentVolumeClaim claim = fixture.create(Kinds.CLAIMS, "default", """
                    {"metadata":{"name":"c"},"spec":{"storageClassName":"old","accessModes":["ReadWriteOnce"],
                     "volumeName":"v","resources":{"requests":{"storage":"1Gi"}}}}""");
            fixture.create(Kinds.VOLUMES, "", """
                    {"metadata":{"name":"v"},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
                     "storageClassName":"old","awsElasticBlockStore":{"volumeID":"vol-1"},
                     "claimRef":{"namespace":"default","name":"c","uid":"%s"}}}""".formatted(claim.meta().uid()));
            fixture.changeStatus(
                    Kinds.CLAIMS,
                    "default",
                    "c",
                    "{\"status\":{\"phase\":\"Bound\",\"capacity\":{\"storage\":\"1Gi\"}}}");
            expandController.start();
            fixture.change(
                    Kinds.CLAIMS, "default", "c", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}}");
            await().until(() -> fixture.get(Kinds.CLAIMS, "default", "c")
                    .path("metadata")
                    .path("annotations")
                    .path("volume.kubernetes.io/storage-resizer")
                    .asText()
                    .equals("ebs.csi.aws.com"));
            await().until(() -> events(fixture).contains("ExternalExpanding"));
        }
    }

    private static String events(ControllerFixture fixture) throws Exception {
        try (var in = fixture.api().stream("/api/v1/namespaces/default/events")) {
            return Json.read(in.readAllBytes()).toString();
        }
    }
}
