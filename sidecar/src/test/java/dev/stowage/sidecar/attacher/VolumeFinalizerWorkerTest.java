package dev.stowage.sidecar.attacher;

import static dev.stowage.sidecar.attacher.AttachmentObjects.ABILITIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeFinalizerWorkerTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'finalizers': ['FINALIZER'] | 'csi' | false",
                "'finalizers': ['FINALIZER'], 'deletionTimestamp': '2026-01-01T00:00:00Z' | 'csi' | true",
                "'finalizers': ['other'], 'deletionTimestamp': '2026-01-01T00:00:00Z' | 'csi' | false",
                "'finalizers': ['FINALIZER'] | 'gcePersistentDisk' | true",
                "'finalizers': ['FINALIZER'], 'annotations': {'a': 'b'} | 'gcePersistentDisk' | true",
                "'finalizers': ['FINALIZER'], 'annotations': {'pv.kubernetes.io/migrated-to': 'DRIVER'}"
                        + " | 'gcePersistentDisk' | false",
                "'finalizers': ['FINALIZER'], 'annotations': {'pv.kubernetes.io/migrated-to': 'x'}"
                        + " | 'gcePersistentDisk' | true",
            })
    void theFinalizerIsDueWhenTheVolumeGoesOrIsNoLongerOurs(String meta, String source, boolean due) {
        PersistentVolume volume =
                AttachmentObjects.volume("{'metadata': {" + meta + "}, 'spec': {" + source + ": {'pdName': 'x'}}}");

        assertThat(VolumeFinalizerWorker.isDue(volume, ABILITIES)).isEqualTo(due);
    }

    @Test
    void aDeletedVolumeWaitsForItsLastAttachment(@TempDir Path folder) throws Exception {
        var fixture = new AttacherFixture(folder);
        try {
            fixture.volume("pv", "");
            VolumeAttachment attachment = fixture.attachment("va", "pv");
            fixture.start();
            fixture.awaitAttached("va");
            PersistentVolume volume =
                    fixture.fixture.api().find(Kinds.VOLUMES, "", "pv").orElseThrow();
            fixture.fixture.api().delete(volume, Kinds.VOLUMES);
            assertThat(fixture.volume("pv").path("metadata").has("deletionTimestamp"))
                    .isTrue();

            fixture.volume("pv2", "");
            fixture.attachment("va2", "pv2");
            fixture.awaitAttached("va2");
            assertThat(fixture.volume("pv").path("metadata").path("finalizers").toString())
                    .contains(AttachmentObjects.FINALIZER);

            fixture.delete(attachment);
            // The server has its own finalizer on every volume.
            await().until(() -> fixture.fixture
                    .api()
                    .find(Kinds.VOLUMES, "", "pv")
                    .filter(left -> left.meta().hasFinalizer(AttachmentObjects.FINALIZER))
                    .isEmpty());
            assertThat(fixture.driver.calls("ControllerUnpublishVolume")).hasSize(1);
        } finally {
            fixture.close();
        }
    }
}
