package dev.stowage.sidecar.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.api.Json;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Volume;
import org.junit.jupiter.api.Test;

final class OwnershipTest {
    private static final String DRIVER = "ebs.csi.aws.com";

    @Test
    void aVolumeIsOursByItsDriver() {
        Volume ours = Given.volumeOf("{\"spec\": {\"csi\": {\"driver\": \"ebs.csi.aws.com\"}}}");
        Volume others = Given.volumeOf("{\"spec\": {\"csi\": {\"driver\": \"another\"}}}");

        assertThat(Ownership.isOurs(DRIVER, claim(""), ours)).isTrue();
        assertThat(Ownership.isOurs(DRIVER, claim(DRIVER), others)).isFalse();
    }

    @Test
    void aVolumeFromBeforeCsiIsOursOnceItsClaimSaysSo() {
        Volume old = Given.volumeOf("{\"spec\": {\"awsElasticBlockStore\": {\"volumeID\": \"vol-1\"}}}");
        Volume nothing = Given.volumeOf("{\"spec\": {\"hostPath\": {\"path\": \"/x\"}}}");

        assertThat(Ownership.isOurs(DRIVER, claim(""), old)).isFalse();
        assertThat(Ownership.isOurs(DRIVER, claim("kubernetes.io/aws-ebs"), old))
                .isFalse();
        assertThat(Ownership.isOurs(DRIVER, claim(DRIVER), old)).isTrue();
        assertThat(Ownership.isOurs(DRIVER, claim(DRIVER), nothing)).isFalse();
    }

    private static Claim claim(String resizer) {
        var object = Json.object();
        if (!resizer.isEmpty()) {
            object.withObject("/metadata/annotations").put("volume.kubernetes.io/storage-resizer", resizer);
        }
        return Claim.read(object);
    }
}
