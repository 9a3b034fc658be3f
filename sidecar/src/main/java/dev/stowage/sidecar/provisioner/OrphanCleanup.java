package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.request.CreateVolumeError;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.VolumeName;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gets rid of volumes that were asked for and that nobody wants any more. The driver knows a volume by its name, and
/// tells its handle only when it is asked for it once more.
final class OrphanCleanup {
    private static final Logger log = LoggerFactory.getLogger(OrphanCleanup.class);
    private static final String REASON = "ProvisioningCleanupFailed";

    private final ProvisioningContext context;

    OrphanCleanup(ProvisioningContext context) {
        this.context = context;
    }

    /// @return done when there is surely no volume
    ReconcileResult cleanUp(PersistentVolumeClaim claim, StorageClass storageClass) throws InterruptedException {
        context.store().abandon(VolumeName.of(context.settings().naming(), claim));
        ProvisionPreparation.PreparedProvision preparedProvision;
        try {
            preparedProvision =
                    context.provisionPreparation().prepareAgain(claim, storageClass, ClaimDecision.selectedNode(claim));
        } catch (ProvisioningException e) {
            return failed(claim, String.valueOf(e.getMessage()));
        }
        Volume found;
        try {
            found = context.volumeCalls().create(preparedProvision.request(), InTreeTranslation.isInTree(storageClass));
        } catch (StatusRuntimeException e) {
            return CreateVolumeError.meansNoVolume(e.getStatus().getCode())
                    ? settled(claim, preparedProvision)
                    : failed(claim, RpcErrorText.of(e));
        }
        return delete(claim, preparedProvision, found);
    }

    /// Deletes a volume whose handle is known.
    ReconcileResult delete(
            PersistentVolumeClaim claim, ProvisionPreparation.PreparedProvision preparedProvision, Volume found)
            throws InterruptedException {
        if (isNamed(found.getVolumeId())) {
            return failed(claim, "a volume object names volume " + found.getVolumeId());
        }
        try {
            context.volumeCalls()
                    .delete(found.getVolumeId(), preparedProvision.request().getSecretsMap(), false);
        } catch (StatusRuntimeException e) {
            return failed(claim, RpcErrorText.of(e));
        }
        log.info(
                "Volume {} ({}) is deleted again: claim {} no longer wants it.",
                preparedProvision.request().getName(),
                found.getVolumeId(),
                claim.key());
        context.extensions()
                .listener()
                .deleted(context.extensions().topology().nodeAffinity(found.getAccessibleTopologyList()));
        return settled(claim, preparedProvision);
    }

    private ReconcileResult settled(
            PersistentVolumeClaim claim, ProvisionPreparation.PreparedProvision preparedProvision)
            throws InterruptedException {
        if (preparedProvision.contentSource() != null) {
            preparedProvision.contentSource().release(claim);
        }
        context.extensions().topology().forget(claim);
        context.pending().forget(ClaimId.of(claim));
        return ReconcileResult.done();
    }

    /// Never delete what somebody else may be using.
    private boolean isNamed(String handle) {
        String driver = context.settings().driver();
        return context.volumes().all().stream()
                .map(dev.stowage.kube.model.PersistentVolume::csi)
                .anyMatch(csi -> csi != null
                        && csi.driver().equals(driver)
                        && csi.handle().equals(handle));
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, String why) {
        context.events().warning(claim.reference(), REASON, stuck(why));
        return ReconcileResult.retry("cannot delete the volume that was made for it: " + why);
    }

    static String stuck(String why) {
        return "The volume that may have been made for this claim cannot be deleted yet: " + why;
    }
}
