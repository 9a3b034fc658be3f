package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import org.junit.jupiter.api.Test;

final class DemoManifestsTest {

    @Test
    void aRestoredClaimNamesItsSnapshotAndAClonedOneItsClaim() {
        PersistentVolumeClaim restored =
                PersistentVolumeClaim.read(DemoManifests.restored(DemoManifests.claim("a", "c", "1Gi"), "s"));
        assertThat(restored.dataSource())
                .isEqualTo(new PersistentVolumeClaim.DataSource("snapshot.storage.k8s.io", "VolumeSnapshot", "", "s"));
        PersistentVolumeClaim cloned =
                PersistentVolumeClaim.read(DemoManifests.cloned(DemoManifests.claim("a", "c", "1Gi"), "b"));
        assertThat(cloned.dataSource())
                .isEqualTo(new PersistentVolumeClaim.DataSource("", "PersistentVolumeClaim", "", "b"));
        assertThat(cloned.request().value()).isEqualTo(1L << 30);
    }

    @Test
    void aPodUsesItsClaimOnItsNode() {
        var object = DemoManifests.onNode(DemoManifests.pod("p", "c", "true"), "node-2");
        assertThat(Pod.read(object).claims()).containsExactly("c");
        assertThat(object.at("/spec/nodeSelector/kubernetes.io~1hostname").asText())
                .isEqualTo("node-2");
        assertThat(DemoManifests.blockPod("p", "c", "true")
                        .at("/spec/containers/0/volumeDevices/0/devicePath")
                        .asText())
                .isEqualTo(DemoManifests.DEVICE);
    }
}
