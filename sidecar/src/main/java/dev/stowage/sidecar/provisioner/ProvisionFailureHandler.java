package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.request.CreateVolumeError;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a failed attempt means for the claim.
final class ProvisionFailureHandler {
    private static final Logger log = LoggerFactory.getLogger(ProvisionFailureHandler.class);
    private static final String REASON = "ProvisioningFailed";

    private final ProvisioningContext context;

    ProvisionFailureHandler(ProvisioningContext context) {
        this.context = context;
    }

    /// The driver was not asked: what was known of the volume before still is.
    ReconcileResult refused(
            PersistentVolumeClaim claim, StorageClass storageClass, ProvisioningException provisioningException)
            throws InterruptedException {
        ProvisioningState provisioningState = provisioningException.provisioningState();
        if (provisioningState == ProvisioningState.IGNORED) {
            log.info("Claim {} is left alone: {}", claim.key(), provisioningException.getMessage());
            return ReconcileResult.done();
        }
        if (provisioningState != ProvisioningState.NO_CHANGE) {
            context.extensions().listener().failed(storageClass.meta().name());
        }
        return report(claim, provisioningState, String.valueOf(provisioningException.getMessage()));
    }

    /// The driver made something else than was asked for.
    ReconcileResult unfit(PersistentVolumeClaim claim, StorageClass storageClass, String why)
            throws InterruptedException {
        context.pending().open(claim);
        context.extensions().listener().failed(storageClass.meta().name());
        return report(claim, ProvisioningState.IN_BACKGROUND, why);
    }

    ReconcileResult failed(
            PersistentVolumeClaim claim, StorageClass storageClass, StatusRuntimeException e, boolean mayReschedule)
            throws InterruptedException {
        Status.Code code = e.getStatus().getCode();
        ProvisioningState provisioningState = CreateVolumeError.state(code, mayReschedule);
        if (CreateVolumeError.leavesNothing(code)) {
            context.pending().markClean(claim);
        } else {
            context.pending().open(claim);
        }
        if (provisioningState != ProvisioningState.IN_BACKGROUND) {
            context.extensions().topology().forget(claim);
        }
        context.extensions().listener().failed(storageClass.meta().name());
        if (!CreateVolumeError.isInfeasible(code)) {
            return report(claim, provisioningState, RpcErrorText.of(e));
        }
        context.infeasible().add(ClaimId.of(claim), storageClass);
        var _ = report(
                claim,
                provisioningState,
                "Volume provisioning failed with infeasible error. Retries will be delayed. " + RpcErrorText.of(e));
        return ReconcileResult.requeueAfter(context.longestPause());
    }

    private ReconcileResult report(PersistentVolumeClaim claim, ProvisioningState provisioningState, String why)
            throws InterruptedException {
        context.metrics().provisionFailed(claim);
        context.events().warning(claim.reference(), REASON, why);
        if (provisioningState == ProvisioningState.RESCHEDULE
                && claim.meta().annotations().containsKey(ProvisionerAnnotations.SELECTED_NODE)) {
            try {
                context.selectedNode().unselect(claim);
                log.info("Claim {} goes back to the scheduler: {}", claim.key(), why);
                return ReconcileResult.done();
            } catch (ApiFailure e) {
                log.info("Claim {} cannot be rescheduled yet: {}", claim.key(), e.getMessage());
            }
        }
        return ReconcileResult.retry(why);
    }
}
