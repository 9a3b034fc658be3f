package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import org.junit.jupiter.api.Test;

final class VolumeOwnershipTest {
    private static final String DRIVER = "ebs.csi.aws.com";

    @Test
    void aVolumeIsOursByItsDriver() {
        PersistentVolume ours = ResizeObjects.volumeOf("{\"spec\": {\"csi\": {\"driver\": \"ebs.csi.aws.com\"}}}");
        PersistentVolume others = ResizeObjects.volumeOf("{\"spec\": {\"csi\": {\"driver\": \"another\"}}}");

        assertThat(VolumeOwnership.isOurs(DRIVER, claim(""), ours)).isTrue();
        assertThat(VolumeOwnership.isOurs(DRIVER, claim(DRIVER), others)).isFalse();
    }

    @Test
    void aVolumeFromBeforeCsiIsOursOnceItsClaimSaysSo() {
        PersistentVolume old =
                ResizeObjects.volumeOf("{\"spec\": {\"awsElasticBlockStore\": {\"volumeID\": \"vol-1\"}}}");
        PersistentVolume nothing = ResizeObjects.volumeOf("{\"spec\": {\"hostPath\": {\"path\": \"/x\"}}}");

        assertThat(VolumeOwnership.isOurs(DRIVER, claim(""), old)).isFalse();
        assertThat(VolumeOwnership.isOurs(DRIVER, claim("kubernetes.io/aws-ebs"), old))
                .isFalse();
        assertThat(VolumeOwnership.isOurs(DRIVER, claim(DRIVER), old)).isTrue();
        assertThat(VolumeOwnership.isOurs(DRIVER, claim(DRIVER), nothing)).isFalse();
    }

    private static PersistentVolumeClaim claim(String resizer) {
        var object = Json.object();
        if (!resizer.isEmpty()) {
            object.withObject("/metadata/annotations").put("volume.kubernetes.io/storage-resizer", resizer);
        }
        return PersistentVolumeClaim.read(object);
    }
}
