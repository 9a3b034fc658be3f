package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.request.CreateVolumeError;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a failed attempt means for the claim.
final class ProvisionFailureHandler {
    private static final Logger log = LoggerFactory.getLogger(ProvisionFailureHandler.class);

    private final ClaimTracker tracker;
    private final SelectedNodeUpdater selectedNode;
    private final ProvisioningReporter reporter;

    ProvisionFailureHandler(ClaimTracker tracker, SelectedNodeUpdater selectedNode, ProvisioningReporter reporter) {
        this.tracker = tracker;
        this.selectedNode = selectedNode;
        this.reporter = reporter;
    }

    /// The driver was not called: what was known about the volume before still holds.
    ReconcileResult refused(PersistentVolumeClaim claim, StorageClass storageClass, ProvisioningException e)
            throws InterruptedException {
        ProvisioningState state = e.provisioningState();
        if (state == ProvisioningState.IGNORED) {
            log.info("Ignoring claim {}: {}", claim.key(), e.getMessage());
            return ReconcileResult.done();
        }
        tracker.refused(storageClass, state);
        return report(claim, state, String.valueOf(e.getMessage()));
    }

    /// The driver created a volume that does not match the request.
    ReconcileResult unfit(PersistentVolumeClaim claim, StorageClass storageClass, String why)
            throws InterruptedException {
        tracker.uncertain(claim, storageClass);
        return report(claim, ProvisioningState.IN_BACKGROUND, why);
    }

    ReconcileResult failed(
            PersistentVolumeClaim claim, StorageClass storageClass, StatusRuntimeException e, boolean mayReschedule)
            throws InterruptedException {
        Status.Code code = e.getStatus().getCode();
        ProvisioningState state = CreateVolumeError.state(code, mayReschedule);
        Optional<Duration> delay = tracker.failed(claim, storageClass, code, state);
        if (delay.isEmpty()) {
            return report(claim, state, RpcErrorText.of(e));
        }
        var _ = report(
                claim,
                state,
                "Volume provisioning failed with infeasible error. Retries will be delayed. " + RpcErrorText.of(e));
        return ReconcileResult.requeueAfter(delay.get());
    }

    private ReconcileResult report(PersistentVolumeClaim claim, ProvisioningState state, String why)
            throws InterruptedException {
        reporter.provisionFailed(claim, why);
        if (state == ProvisioningState.RESCHEDULE
                && claim.meta().annotations().containsKey(VolumeAnnotations.SELECTED_NODE)) {
            try {
                selectedNode.unselect(claim);
                log.info("Returned claim {} to the scheduler: {}", claim.key(), why);
                return ReconcileResult.done();
            } catch (ApiFailure e) {
                log.info("Cannot return claim {} to the scheduler yet: {}", claim.key(), e.getMessage());
            }
        }
        return ReconcileResult.retry(why);
    }
}
