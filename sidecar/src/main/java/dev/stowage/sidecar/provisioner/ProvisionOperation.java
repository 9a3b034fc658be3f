package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ClaimOwnership;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.request.CreatedVolumeCheck;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation.PreparedProvision;
import dev.stowage.sidecar.provisioner.request.VolumeName;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Optional;

/// One attempt to make a volume for a claim: note the claim, ask the driver, save the volume object.
final class ProvisionOperation {
    private final ProvisioningContext context;
    private final ProvisionFailureHandler provisionFailureHandler;
    private final OrphanCleanup orphanCleanup;

    ProvisionOperation(ProvisioningContext context, OrphanCleanup orphanCleanup) {
        this.context = context;
        this.provisionFailureHandler = new ProvisionFailureHandler(context);
        this.orphanCleanup = orphanCleanup;
    }

    ReconcileResult provision(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode)
            throws InterruptedException {
        long begun = System.nanoTime();
        if (context.store().isPending(VolumeName.of(context.settings().naming(), claim))) {
            // The volume is there; its object is on the way.
            return ReconcileResult.done();
        }
        try {
            return switch (context.extensions()
                    .ownership()
                    .decide(claim, storageClass, node -> trial(claim, storageClass, node))) {
                case ClaimOwnership.Ours() -> provision(claim, storageClass, selectedNode, begun);
                case ClaimOwnership.NotOurs() -> ReconcileResult.done();
                case ClaimOwnership.RetryLater(var after) -> ReconcileResult.requeueAfter(after);
            };
        } catch (ProvisioningException e) {
            return provisionFailureHandler.refused(claim, storageClass, e);
        }
    }

    private CreateVolumeRequest trial(PersistentVolumeClaim claim, StorageClass storageClass, String node)
            throws ProvisioningException, InterruptedException {
        return context.provisionPreparation().prepare(claim, storageClass, node).request();
    }

    private ReconcileResult provision(
            PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode, long begun)
            throws ProvisioningException, InterruptedException {
        context.events()
                .normal(
                        claim.reference(),
                        "Provisioning",
                        "External provisioner is provisioning volume for claim \"" + claim.key() + "\"");
        PreparedProvision preparedProvision = context.provisionPreparation().prepare(claim, storageClass, selectedNode);
        try {
            context.pending().begin(claim);
        } catch (ApiFailure e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "the journal cannot be written: " + e.getMessage(), e);
        }
        Volume made;
        try {
            made = context.volumeCalls().create(preparedProvision.request(), InTreeTranslation.isInTree(storageClass));
        } catch (StatusRuntimeException e) {
            boolean mayReschedule = context.extensions().topology().isSupported() && !selectedNode.isEmpty();
            return provisionFailureHandler.failed(claim, storageClass, e, mayReschedule);
        }
        return accept(claim, storageClass, preparedProvision, made, begun);
    }

    private ReconcileResult accept(
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            PreparedProvision preparedProvision,
            Volume made,
            long begun)
            throws InterruptedException {
        Optional<String> problem = CreatedVolumeCheck.problem(preparedProvision.request(), made);
        if (problem.isPresent()) {
            return provisionFailureHandler.unfit(
                    claim, storageClass, cleanedUp(preparedProvision, made, problem.get()));
        }
        if (context.intent() && !isStillWanted(claim)) {
            // No volume object, no release, no deletion: it goes the way it came.
            return orphanCleanup.delete(claim, preparedProvision, made);
        }
        List<NodeSelectorTerm> affinity =
                context.extensions().topology().nodeAffinity(made.getAccessibleTopologyList());
        ObjectNode object;
        try {
            object = InTreeTranslation.toInTree(
                    PersistentVolumeObject.of(
                            context.settings(),
                            claim,
                            storageClass,
                            preparedProvision.template(),
                            preparedProvision.request(),
                            made,
                            affinity),
                    storageClass);
        } catch (IllegalArgumentException e) {
            return provisionFailureHandler.unfit(
                    claim, storageClass, cleanedUp(preparedProvision, made, "it cannot be written: " + e.getMessage()));
        }
        if (preparedProvision.contentSource() != null) {
            preparedProvision.contentSource().release(claim);
        }
        context.store().save(preparedProvision.request().getName(), object, claim);
        context.infeasible().forget(ClaimId.of(claim));
        context.extensions().topology().forget(claim);
        context.extensions().listener().provisioned(storageClass.meta().name(), affinity);
        context.metrics().provisioned(claim, begun);
        return ReconcileResult.done();
    }

    private boolean isStillWanted(PersistentVolumeClaim claim) {
        String volume = VolumeName.of(context.settings().naming(), claim);
        return context.claims()
                .find(claim.key())
                .filter(now -> now.meta().uid().equals(claim.meta().uid()) && !now.isBeingDeleted())
                .filter(now -> now.volumeName().isEmpty() || now.volumeName().equals(volume))
                .isPresent();
    }

    private String cleanedUp(PreparedProvision preparedProvision, Volume made, String problem) {
        try {
            context.volumeCalls()
                    .cleanUp(made.getVolumeId(), preparedProvision.request().getSecretsMap());
            return problem;
        } catch (StatusRuntimeException e) {
            return problem + ". Cleanup of volume "
                    + preparedProvision.request().getName() + " failed, volume is orphaned: " + RpcErrorText.of(e);
        }
    }
}
