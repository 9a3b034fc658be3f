package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import dev.stowage.sidecar.secret.SecretParameters;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The secrets for the deletion of a volume: what its object says, else what its class says today.
final class DeleteVolumeSecrets {
    private static final Logger log = LoggerFactory.getLogger(DeleteVolumeSecrets.class);

    private final Informer<StorageClass> classes;
    private final ProvisionPreparation provisionPreparation;

    DeleteVolumeSecrets(ProvisioningContext context) {
        this.classes = context.classes();
        this.provisionPreparation = context.provisionPreparation();
    }

    Map<String, String> of(PersistentVolume volume) throws ProvisioningException, InterruptedException {
        SecretReference at = where(volume, classes.find(volume.storageClass()));
        try {
            return provisionPreparation.credentials(at);
        } catch (ProvisioningException e) {
            // The secret may have been deleted before the volume; the driver decides whether it can do without.
            log.warn("Volume {} is deleted without its secret: {}", volume.key(), e.getMessage());
            return Map.of();
        }
    }

    static @Nullable SecretReference where(PersistentVolume volume, Optional<StorageClass> storageClass)
            throws ProvisioningException {
        var annotations = volume.meta().annotations();
        String name = annotations.get(ProvisionerAnnotations.DELETION_SECRET_NAME);
        String namespace = annotations.get(ProvisionerAnnotations.DELETION_SECRET_NAMESPACE);
        if (name != null && namespace != null) {
            return name.isEmpty() || namespace.isEmpty() ? null : new SecretReference(namespace, name);
        }
        ObjectReference claim = volume.claim();
        if (storageClass.isEmpty() || claim == null) {
            return null;
        }
        try {
            return SecretParameters.PROVISIONER.resolve(
                    storageClass.get().parameters(),
                    new SecretParameters.TemplateValues(
                            volume.meta().name(), claim.namespace(), claim.name(), Map.of()));
        } catch (SecretTemplateException e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE,
                    "failed to get secretreference for volume " + volume.key() + ": " + e.getMessage(),
                    e);
        }
    }
}
