package dev.stowage.sidecar.provision;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a failed attempt means for the claim.
final class Failures {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);
    private static final String REASON = "ProvisioningFailed";

    private final Workshop shop;

    Failures(Workshop shop) {
        this.shop = shop;
    }

    /// The driver was not asked: what was known of the volume before still is.
    ReconcileResult refused(PersistentVolumeClaim claim, StorageClass storageClass, Refusal refusal) throws InterruptedException {
        State state = refusal.state();
        if (state == State.IGNORED) {
            log.info("Claim {} is left alone: {}", claim.key(), refusal.getMessage());
            return ReconcileResult.done();
        }
        if (state != State.NO_CHANGE) {
            shop.seams().changes().failed(storageClass.meta().name());
        }
        return report(claim, state, String.valueOf(refusal.getMessage()));
    }

    /// The driver made something else than was asked for.
    ReconcileResult unfit(PersistentVolumeClaim claim, StorageClass storageClass, String why) throws InterruptedException {
        shop.traces().open(claim);
        shop.seams().changes().failed(storageClass.meta().name());
        return report(claim, State.IN_BACKGROUND, why);
    }

    ReconcileResult failed(PersistentVolumeClaim claim, StorageClass storageClass, StatusRuntimeException e, boolean mayReschedule)
            throws InterruptedException {
        Status.Code code = e.getStatus().getCode();
        State state = FailedCall.state(code, mayReschedule);
        if (FailedCall.leavesNothing(code)) {
            shop.traces().clean(claim);
        } else {
            shop.traces().open(claim);
        }
        if (state != State.IN_BACKGROUND) {
            shop.seams().placement().settled(claim);
        }
        shop.seams().changes().failed(storageClass.meta().name());
        if (!FailedCall.isInfeasible(code)) {
            return report(claim, state, RpcErrorText.of(e));
        }
        shop.patience().add(ClaimId.of(claim), storageClass);
        var _ = report(
                claim,
                state,
                "Volume provisioning failed with infeasible error. Retries will be delayed. " + RpcErrorText.of(e));
        return ReconcileResult.requeueAfter(shop.longestPause());
    }

    private ReconcileResult report(PersistentVolumeClaim claim, State state, String why) throws InterruptedException {
        shop.metrics().provisionFailed(claim);
        shop.events().warning(claim.reference(), REASON, why);
        if (state == State.RESCHEDULE && claim.meta().annotations().containsKey(Contract.SELECTED_NODE)) {
            try {
                shop.edits().unselect(claim);
                log.info("Claim {} goes back to the scheduler: {}", claim.key(), why);
                return ReconcileResult.done();
            } catch (ApiFailure e) {
                log.info("Claim {} cannot be rescheduled yet: {}", claim.key(), e.getMessage());
            }
        }
        return ReconcileResult.retry(why);
    }
}
