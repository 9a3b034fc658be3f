package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ClaimOwnership;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.request.CreatedVolumeCheck;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation.PreparedProvision;
import dev.stowage.sidecar.provisioner.request.VolumeCalls;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Optional;

/// One attempt to provision a volume for a claim: record the claim, call the driver, save the PersistentVolume.
final class ProvisionOperation {
    private final ProvisionerInformers informers;
    private final ClaimOwnership ownership;
    private final ProvisionPreparation preparation;
    private final VolumeCalls calls;
    private final VolumeStore store;
    private final ClaimTracker tracker;
    private final ProvisionFailureHandler failures;
    private final OrphanCleanup cleanup;
    private final ProvisioningReporter reporter;

    ProvisionOperation(
            ProvisionerInformers informers,
            ClaimOwnership ownership,
            ProvisionPreparation preparation,
            VolumeCalls calls,
            VolumeStore store,
            ClaimTracker tracker,
            ProvisionFailureHandler failures,
            OrphanCleanup cleanup,
            ProvisioningReporter reporter) {
        this.informers = informers;
        this.ownership = ownership;
        this.preparation = preparation;
        this.calls = calls;
        this.store = store;
        this.tracker = tracker;
        this.failures = failures;
        this.cleanup = cleanup;
        this.reporter = reporter;
    }

    ReconcileResult provision(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode)
            throws InterruptedException {
        long begun = System.nanoTime();
        if (store.isPending(claim)) {
            // The volume exists; its object is still to be saved.
            return ReconcileResult.done();
        }
        try {
            return switch (ownership.decide(claim, storageClass, node -> trial(claim, storageClass, node))) {
                case ClaimOwnership.Ours() -> provision(claim, storageClass, selectedNode, begun);
                case ClaimOwnership.NotOurs() -> ReconcileResult.done();
                case ClaimOwnership.RetryLater(var after) -> ReconcileResult.requeueAfter(after);
            };
        } catch (ProvisioningException e) {
            return failures.refused(claim, storageClass, e);
        }
    }

    private CreateVolumeRequest trial(PersistentVolumeClaim claim, StorageClass storageClass, String node)
            throws ProvisioningException, InterruptedException {
        return preparation.prepare(claim, storageClass, node).request();
    }

    private ReconcileResult provision(
            PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode, long begun)
            throws ProvisioningException, InterruptedException {
        reporter.provisioning(claim);
        PreparedProvision prepared = preparation.prepare(claim, storageClass, selectedNode);
        tracker.begin(claim, storageClass);
        Volume created;
        try {
            created = calls.create(prepared.request(), InTreeTranslation.isInTree(storageClass));
        } catch (StatusRuntimeException e) {
            return failures.failed(claim, storageClass, e, prepared.mayReschedule());
        }
        return accept(claim, storageClass, prepared, created, begun);
    }

    private ReconcileResult accept(
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            PreparedProvision prepared,
            Volume created,
            long begun)
            throws InterruptedException {
        Optional<String> problem = CreatedVolumeCheck.problem(prepared.request(), created);
        if (problem.isPresent()) {
            return failures.unfit(claim, storageClass, cleanup.discard(prepared, created, problem.get()));
        }
        String name = prepared.request().getName();
        if (tracker.isDurable() && !informers.isStillWanted(claim, name)) {
            // Without a PersistentVolume there is no release, so no one else would delete the volume.
            return cleanup.delete(claim, prepared, created);
        }
        List<NodeSelectorTerm> affinity = preparation.nodeAffinity(created);
        ObjectNode object;
        try {
            object = store.build(claim, storageClass, prepared, created, affinity);
        } catch (IllegalArgumentException e) {
            String why = "cannot write the PersistentVolume: " + e.getMessage();
            return failures.unfit(claim, storageClass, cleanup.discard(prepared, created, why));
        }
        if (prepared.contentSource() != null) {
            prepared.contentSource().release(claim);
        }
        store.save(name, object, claim);
        tracker.succeeded(claim, storageClass, affinity);
        reporter.provisioned(claim, begun);
        return ReconcileResult.done();
    }
}
