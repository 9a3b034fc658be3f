package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.request.CreateVolumeError;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation.PreparedProvision;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeCalls;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes volumes that were requested and are no longer wanted. The driver knows a volume by its name, and
/// returns its handle only when CreateVolume is repeated.
///
/// Before a volume is deleted, its claim and its PersistentVolume are read from the server: the cache may be
/// minutes old, and a list may come from a server that is behind.
final class OrphanCleanup {
    private static final Logger log = LoggerFactory.getLogger(OrphanCleanup.class);

    private final String driver;
    private final ProvisionerInformers informers;
    private final ProvisionPreparation preparation;
    private final VolumeCalls calls;
    private final VolumeStore store;
    private final ClaimTracker tracker;
    private final ProvisioningReporter reporter;

    OrphanCleanup(
            ProvisioningSettings settings,
            ProvisionerInformers informers,
            ProvisionPreparation preparation,
            VolumeCalls calls,
            VolumeStore store,
            ClaimTracker tracker,
            ProvisioningReporter reporter) {
        this.driver = settings.driver();
        this.informers = informers;
        this.preparation = preparation;
        this.calls = calls;
        this.store = store;
        this.tracker = tracker;
        this.reporter = reporter;
    }

    /// @return done when the volume certainly does not exist
    ReconcileResult cleanUp(PersistentVolumeClaim claim, StorageClass storageClass) throws InterruptedException {
        store.abandon(claim);
        PreparedProvision prepared;
        try {
            prepared = preparation.prepareAgain(claim, storageClass, ClaimDecision.selectedNode(claim));
        } catch (ProvisioningException e) {
            return failed(claim, String.valueOf(e.getMessage()));
        }
        Volume found;
        try {
            found = calls.create(prepared.request(), InTreeTranslation.isInTree(storageClass));
        } catch (StatusRuntimeException e) {
            return CreateVolumeError.meansNoVolume(e.getStatus().getCode())
                    ? cleanedUp(claim, prepared)
                    : failed(claim, RpcErrorText.of(e));
        }
        return delete(claim, prepared, found);
    }

    /// Deletes a volume whose handle is known.
    ReconcileResult delete(PersistentVolumeClaim claim, PreparedProvision prepared, Volume found)
            throws InterruptedException {
        String name = prepared.request().getName();
        try {
            // Never delete what may be in use.
            if (informers.isReferenced(driver, found.getVolumeId()) || informers.hasVolumeNow(name)) {
                return failed(claim, "a PersistentVolume refers to volume " + found.getVolumeId());
            }
            if (informers.isStillWantedNow(claim, name)) {
                return ReconcileResult.retry("claim " + claim.key() + " still needs its volume");
            }
            calls.delete(found.getVolumeId(), prepared.request().getSecretsMap(), false);
        } catch (StatusRuntimeException e) {
            return failed(claim, RpcErrorText.of(e));
        } catch (ApiFailure e) {
            return failed(claim, String.valueOf(e.getMessage()));
        }
        log.info("Deleted volume {} ({}): claim {} no longer needs it.", name, found.getVolumeId(), claim.key());
        tracker.orphanDeleted(preparation.nodeAffinity(found));
        return cleanedUp(claim, prepared);
    }

    /// Deletes a volume that cannot be used.
    ///
    /// @return the problem, and whether the volume is left behind
    String discard(PreparedProvision prepared, Volume created, String problem) throws InterruptedException {
        String name = prepared.request().getName();
        try {
            // The driver returns an existing volume too, perhaps one that the cache does not show as saved.
            if (informers.hasVolumeNow(name)) {
                return problem + ". Volume " + name + " is kept: it has a PersistentVolume";
            }
            calls.cleanUp(created.getVolumeId(), prepared.request().getSecretsMap());
            return problem;
        } catch (StatusRuntimeException e) {
            return orphaned(problem, name, RpcErrorText.of(e));
        } catch (ApiFailure e) {
            return orphaned(problem, name, String.valueOf(e.getMessage()));
        }
    }

    private static String orphaned(String problem, String name, String why) {
        return problem + ". Cleanup of volume " + name + " failed, volume is orphaned: " + why;
    }

    private ReconcileResult cleanedUp(PersistentVolumeClaim claim, PreparedProvision prepared)
            throws InterruptedException {
        if (prepared.contentSource() != null) {
            prepared.contentSource().release(claim);
        }
        tracker.cleanedUp(claim);
        return ReconcileResult.done();
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, String why) {
        reporter.cleanupFailed(claim, why);
        return ReconcileResult.retry("cannot delete the volume that was created for the claim: " + why);
    }
}
