package dev.stowage.sidecar.provisioner.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.SecretReference;
import dev.stowage.sidecar.provisioner.ProvisionerObjects;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeleteVolumeSecretsTest {

    @Test
    void secretForDeletionIsTheOneTheVolumeNames() throws ProvisioningException {
        var storageClass = Optional.of(ProvisionerObjects.storageClass(
                "csi.storage.k8s.io/secret-name:${pvc.name} csi.storage.k8s.io/secret-namespace:ns"));
        assertThat(DeleteVolumeSecrets.reference(ProvisionerObjects.volume("secret=a/b"), storageClass))
                .isEqualTo(new SecretReference("a", "b"));
        assertThat(DeleteVolumeSecrets.reference(ProvisionerObjects.volume("secret=/"), storageClass))
                .isNull();
        assertThat(DeleteVolumeSecrets.reference(ProvisionerObjects.volume(""), storageClass))
                .isEqualTo(new SecretReference("ns", "data"));
        assertThat(DeleteVolumeSecrets.reference(ProvisionerObjects.volume("unowned"), storageClass))
                .isNull();
        assertThat(DeleteVolumeSecrets.reference(ProvisionerObjects.volume(""), Optional.empty()))
                .isNull();
    }
}
