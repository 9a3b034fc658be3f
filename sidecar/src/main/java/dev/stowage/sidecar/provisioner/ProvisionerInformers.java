package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.RoleContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The objects of the cluster that the provisioner reads.
final class ProvisionerInformers {

    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
    private final @Nullable Informer<VolumeAttachment> attachments;
    private final @Nullable Index<VolumeAttachment> attachmentsByVolume;

    ProvisionerInformers(RoleContext context) {
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.volumes = context.informers().of(Kinds.VOLUMES);
        this.classes = context.informers().of(Kinds.STORAGE_CLASSES);
        boolean attaches = context.driver().has(RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
        this.attachments = attaches ? context.informers().of(Kinds.ATTACHMENTS) : null;
        this.attachmentsByVolume =
                attachments == null ? null : attachments.index(attachment -> List.of(attachment.volumeName()));
    }

    void awaitSynced() throws InterruptedException {
        claims.awaitSynced();
        volumes.awaitSynced();
        classes.awaitSynced();
        if (attachments != null) {
            attachments.awaitSynced();
        }
    }

    Informer<PersistentVolumeClaim> claims() {
        return claims;
    }

    Informer<PersistentVolume> volumes() {
        return volumes;
    }

    Informer<StorageClass> classes() {
        return classes;
    }

    /// Empty when the driver has no ControllerPublishVolume.
    Optional<Informer<VolumeAttachment>> attachments() {
        return Optional.ofNullable(attachments);
    }

    List<VolumeAttachment> attachmentsOf(String volumeName) {
        return attachmentsByVolume == null ? List.of() : attachmentsByVolume.get(volumeName);
    }

    /// Whether the claim exists, is not being deleted and is not bound to another volume.
    boolean isStillWanted(PersistentVolumeClaim claim, String volumeName) {
        return claims.find(claim.key())
                .filter(now -> isWanting(now, claim, volumeName))
                .isPresent();
    }

    /// The same according to the server. What is destroyed because it is not wanted must really not be wanted.
    boolean isStillWantedNow(PersistentVolumeClaim claim, String volumeName) throws ApiFailure, InterruptedException {
        return claims.fetch(claim.key())
                .filter(now -> isWanting(now, claim, volumeName))
                .isPresent();
    }

    private static boolean isWanting(PersistentVolumeClaim now, PersistentVolumeClaim claim, String volumeName) {
        return now.meta().uid().equals(claim.meta().uid())
                && !now.isBeingDeleted()
                && (now.volumeName().isEmpty() || now.volumeName().equals(volumeName));
    }

    /// Whether the server has a PersistentVolume of that name.
    boolean hasVolumeNow(String volumeName) throws ApiFailure, InterruptedException {
        return volumes.fetch(NamespacedName.of(volumeName)).isPresent();
    }

    /// Whether a PersistentVolume refers to this volume of the driver.
    boolean isReferenced(String driver, String handle) {
        return volumes.all().stream()
                .map(PersistentVolume::csi)
                .anyMatch(csi -> csi != null
                        && csi.driver().equals(driver)
                        && csi.handle().equals(handle));
    }
}
