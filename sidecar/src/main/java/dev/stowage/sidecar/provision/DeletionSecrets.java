package dev.stowage.sidecar.provision;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import dev.stowage.sidecar.secret.SecretKeys;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The secrets for the deletion of a volume: what its object says, else what its class says today.
final class DeletionSecrets {
    private static final Logger log = LoggerFactory.getLogger(DeletionSecrets.class);

    private final Informer<StorageClass> classes;
    private final Preparation preparation;

    DeletionSecrets(Workshop shop) {
        this.classes = shop.classes();
        this.preparation = shop.preparation();
    }

    Map<String, String> of(PersistentVolume volume) throws Refusal, InterruptedException {
        SecretReference at = where(volume, classes.find(volume.storageClass()));
        try {
            return preparation.credentials(at);
        } catch (Refusal e) {
            // The secret may have been deleted before the volume; the driver decides whether it can do without.
            log.warn("Volume {} is deleted without its secret: {}", volume.key(), e.getMessage());
            return Map.of();
        }
    }

    static @Nullable SecretReference where(PersistentVolume volume, Optional<StorageClass> storageClass) throws Refusal {
        var annotations = volume.meta().annotations();
        String name = annotations.get(Contract.DELETION_SECRET_NAME);
        String namespace = annotations.get(Contract.DELETION_SECRET_NAMESPACE);
        if (name != null && namespace != null) {
            return name.isEmpty() || namespace.isEmpty() ? null : new SecretReference(namespace, name);
        }
        ObjectReference claim = volume.claim();
        if (storageClass.isEmpty() || claim == null) {
            return null;
        }
        try {
            return SecretKeys.PROVISIONER.in(
                    storageClass.get().parameters(),
                    new SecretKeys.Subject(volume.meta().name(), claim.namespace(), claim.name(), Map.of()));
        } catch (SecretTemplateException e) {
            throw new Refusal(
                    State.NO_CHANGE,
                    "failed to get secretreference for volume " + volume.key() + ": " + e.getMessage(),
                    e);
        }
    }
}
