package dev.stowage.sidecar.provision;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provision.seam.Refusal;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gets rid of volumes that were asked for and that nobody wants any more. The driver knows a volume by its name, and
/// tells its handle only when it is asked for it once more.
final class Cleanup {
    private static final Logger log = LoggerFactory.getLogger(Cleanup.class);
    private static final String REASON = "ProvisioningCleanupFailed";

    private final Workshop shop;

    Cleanup(Workshop shop) {
        this.shop = shop;
    }

    /// @return done when there is surely no volume
    ReconcileResult undo(PersistentVolumeClaim claim, StorageClass storageClass) throws InterruptedException {
        shop.store().abandon(VolumeName.of(shop.terms().naming(), claim));
        Preparation.Prepared prepared;
        try {
            prepared = shop.preparation().again(claim, storageClass, ClaimDecision.selectedNode(claim));
        } catch (Refusal e) {
            return failed(claim, String.valueOf(e.getMessage()));
        }
        Volume found;
        try {
            found = shop.calls().create(prepared.request(), Migrated.isOld(storageClass));
        } catch (StatusRuntimeException e) {
            return FailedCall.deniesVolume(e.getStatus().getCode())
                    ? settled(claim, prepared)
                    : failed(claim, RpcErrorText.of(e));
        }
        return delete(claim, prepared, found);
    }

    /// Deletes a volume whose handle is known.
    ReconcileResult delete(PersistentVolumeClaim claim, Preparation.Prepared prepared, Volume found) throws InterruptedException {
        if (isNamed(found.getVolumeId())) {
            return failed(claim, "a volume object names volume " + found.getVolumeId());
        }
        try {
            shop.calls().delete(found.getVolumeId(), prepared.request().getSecretsMap(), false);
        } catch (StatusRuntimeException e) {
            return failed(claim, RpcErrorText.of(e));
        }
        log.info(
                "Volume {} ({}) is deleted again: claim {} no longer wants it.",
                prepared.request().getName(),
                found.getVolumeId(),
                claim.key());
        shop.seams().changes().deleted(shop.seams().placement().affinity(found.getAccessibleTopologyList()));
        return settled(claim, prepared);
    }

    private ReconcileResult settled(PersistentVolumeClaim claim, Preparation.Prepared prepared) throws InterruptedException {
        if (prepared.source() != null) {
            prepared.source().done(claim);
        }
        shop.seams().placement().settled(claim);
        shop.traces().forget(ClaimId.of(claim));
        return ReconcileResult.done();
    }

    /// Never delete what somebody else may be using.
    private boolean isNamed(String handle) {
        String driver = shop.terms().driver();
        return shop.volumes().all().stream()
                .map(dev.stowage.kube.model.PersistentVolume::csi)
                .anyMatch(csi -> csi != null
                        && csi.driver().equals(driver)
                        && csi.handle().equals(handle));
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, String why) {
        shop.events().warning(claim.reference(), REASON, stuck(why));
        return ReconcileResult.retry("cannot delete the volume that was made for it: " + why);
    }

    static String stuck(String why) {
        return "The volume that may have been made for this claim cannot be deleted yet: " + why;
    }
}
