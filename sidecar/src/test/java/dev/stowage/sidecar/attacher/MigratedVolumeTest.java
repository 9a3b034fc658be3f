package dev.stowage.sidecar.attacher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigratedVolumeTest {
    private static final String DRIVER = "pd.csi.storage.gke.io";

    @Test
    void oldVolumesAreAttachedByTheDriverThatTookThemOverAndCountedApart(@TempDir Path folder) throws Exception {
        try (var fake = new FakeDriver(Files.createDirectories(folder.resolve("driver")), DRIVER);
                var fixture = new SidecarFixture(folder)) {
            fake.on("ControllerPublishVolume", _ -> ControllerPublishVolumeResponse.getDefaultInstance());
            fixture.create(
                    Kinds.CSI_NODES,
                    "",
                    json("{'metadata': {'name': 'n1'}, 'spec': {'drivers': [{'name': '" + DRIVER
                            + "', 'nodeID': 'projects/p/zones/us-east1-c/instances/i', 'topologyKeys': []}]}}"));
            fixture.create(
                    Kinds.VOLUMES,
                    "",
                    json(
                            "{'metadata': {'name': 'old', 'annotations':"
                                    + "{'pv.kubernetes.io/migrated-to': '" + DRIVER
                                    + "'}}, 'spec': {'capacity': {'storage': '1Gi'},"
                                    + "'accessModes': ['ReadWriteMany'], 'gcePersistentDisk': {'pdName': 'd', 'fsType': 'ext4'}}}"));
            fixture.create(
                    Kinds.ATTACHMENTS,
                    "",
                    json("{'metadata': {'name': 'va-old'}, 'spec': {'attacher': '" + DRIVER
                            + "', 'nodeName': 'n1', 'source': {'persistentVolumeName': 'old'}}}"));
            fixture.create(
                    Kinds.ATTACHMENTS,
                    "",
                    json("{'metadata': {'name': 'va-inline'}, 'spec': {'attacher': '" + DRIVER
                            + "', 'nodeName': 'n1', 'source': {'inlineVolumeSpec': {'accessModes': ['ReadWriteOnce'],"
                            + "'csi': {'driver': '" + DRIVER + "', 'volumeHandle': 'inline'}}}}}"));
            RoleContext context = fixture.shared(fake);
            var attachController = new AttachController(context, AttacherFixture.OPTIONS);
            context.informers().start();
            attachController.start();
            try {
                for (String name : List.of("va-old", "va-inline")) {
                    await().until(() -> fixture.get(Kinds.ATTACHMENTS, "", name)
                            .path("status")
                            .path("attached")
                            .asBoolean());
                }
                assertThat(fake.<ControllerPublishVolumeRequest>calls("ControllerPublishVolume"))
                        .extracting(ControllerPublishVolumeRequest::getVolumeId)
                        .containsExactlyInAnyOrder("projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d", "inline");
                assertThat(text(context))
                        .contains("method_name=\"/csi.v1.Controller/ControllerPublishVolume\",migrated=\"true\"} 2")
                        .contains("method_name=\"/csi.v1.Identity/Probe\"} 1");
            } finally {
                attachController.close();
                context.informers().close();
                context.events().close();
                context.driver().close();
            }
        }
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static String text(RoleContext context) throws Exception {
        var out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, context.metrics().scrape());
        return out.toString(StandardCharsets.UTF_8);
    }
}
