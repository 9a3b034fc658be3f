package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.testing.FakeDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InTreeClassTest {
    private static final String DRIVER = "cinder.csi.openstack.org";

    @Test
    void oldClassesAreServedByTheDriverAndTheirVolumesWrittenAsBefore(@TempDir Path folder) throws Exception {
        try (var fixture = new ProvisionerFixture(folder);
                var cinder = new FakeDriver(Files.createDirectories(folder.resolve("cinder")), DRIVER)) {
            cinder.services(PluginCapability.Service.Type.CONTROLLER_SERVICE);
            var made = new FakeVolumes(cinder);
            fixture.cluster.create(Kinds.STORAGE_CLASSES, "", """
                    {"metadata": {"name": "fast"}, "provisioner": "kubernetes.io/cinder",
                     "parameters": {"fstype": "xfs", "availability": "nova"}}""");
            fixture.beginWhole(cinder, Map.of());
            PersistentVolumeClaim claim = fixture.cluster.create(Kinds.CLAIMS, "default", """
                    {"metadata": {"name": "data", "annotations": {
                       "volume.kubernetes.io/storage-provisioner": "%1$s", "pv.kubernetes.io/migrated-to": "%1$s"}},
                     "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                              "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(DRIVER));
            String name = fixture.awaitVolume(claim).meta().name();

            assertThat(cinder.<CreateVolumeRequest>calls("CreateVolume"))
                    .singleElement()
                    .satisfies(asked -> {
                        assertThat(asked.getParametersMap()).containsExactly(Map.entry("availability", "nova"));
                        assertThat(asked.getVolumeCapabilities(0).getMount().getFsType())
                                .isEqualTo("xfs");
                    });
            var written = fixture.cluster.get(Kinds.VOLUMES, "", name);
            assertThat(written.path("spec").has("csi")).isFalse();
            assertThat(written.path("spec").path("cinder").path("volumeID").asText())
                    .isEqualTo("vol-1");
            assertThat(written.path("metadata")
                            .path("annotations")
                            .path("pv.kubernetes.io/provisioned-by")
                            .asText())
                    .isEqualTo("kubernetes.io/cinder");

            fixture.phase(name, "Released");
            await().until(() -> made.all().isEmpty());
            assertThat(cinder.<DeleteVolumeRequest>calls("DeleteVolume"))
                    .singleElement()
                    .satisfies(asked -> assertThat(asked.getVolumeId()).isEqualTo("vol-1"));
        }
    }
}
