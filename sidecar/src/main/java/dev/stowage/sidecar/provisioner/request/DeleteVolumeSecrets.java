package dev.stowage.sidecar.provisioner.request;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.secret.SecretParameters;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The secrets for deleting a volume: those that its object names, otherwise those that its class names today.
public final class DeleteVolumeSecrets {
    private static final Logger log = LoggerFactory.getLogger(DeleteVolumeSecrets.class);

    private final Informer<StorageClass> classes;
    private final ProvisionPreparation preparation;

    public DeleteVolumeSecrets(Informer<StorageClass> classes, ProvisionPreparation preparation) {
        this.classes = classes;
        this.preparation = preparation;
    }

    public Map<String, String> of(PersistentVolume volume) throws ProvisioningException, InterruptedException {
        SecretReference reference = reference(volume, classes.find(volume.storageClass()));
        try {
            return preparation.credentials(reference);
        } catch (ProvisioningException e) {
            // The secret may have been deleted before the volume; the driver decides whether it needs it.
            log.warn("Deleting volume {} without its secret: {}", volume.key(), e.getMessage());
            return Map.of();
        }
    }

    static @Nullable SecretReference reference(PersistentVolume volume, Optional<StorageClass> storageClass)
            throws ProvisioningException {
        var annotations = volume.meta().annotations();
        String name = annotations.get(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAME);
        String namespace = annotations.get(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAMESPACE);
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
