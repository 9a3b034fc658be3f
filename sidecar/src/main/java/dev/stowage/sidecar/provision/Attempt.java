package dev.stowage.sidecar.provision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provision.Preparation.Prepared;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Share;
import dev.stowage.sidecar.provision.seam.State;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Optional;

/// One attempt to make a volume for a claim: note the claim, ask the driver, save the volume object.
final class Attempt {
    private final Workshop shop;
    private final Failures failures;
    private final Cleanup cleanup;

    Attempt(Workshop shop, Cleanup cleanup) {
        this.shop = shop;
        this.failures = new Failures(shop);
        this.cleanup = cleanup;
    }

    ReconcileResult make(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) throws InterruptedException {
        long begun = System.nanoTime();
        if (shop.store().isPending(VolumeName.of(shop.terms().naming(), claim))) {
            // The volume is there; its object is on the way.
            return ReconcileResult.done();
        }
        try {
            return switch (shop.seams().share().of(claim, storageClass, node -> trial(claim, storageClass, node))) {
                case Share.Ours() -> make(claim, storageClass, selectedNode, begun);
                case Share.NotOurs() -> ReconcileResult.done();
                case Share.Later(var after) -> ReconcileResult.requeueAfter(after);
            };
        } catch (Refusal e) {
            return failures.refused(claim, storageClass, e);
        }
    }

    private CreateVolumeRequest trial(PersistentVolumeClaim claim, StorageClass storageClass, String node)
            throws Refusal, InterruptedException {
        return shop.preparation().of(claim, storageClass, node).request();
    }

    private ReconcileResult make(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode, long begun)
            throws Refusal, InterruptedException {
        shop.events()
                .normal(
                        claim.reference(),
                        "Provisioning",
                        "External provisioner is provisioning volume for claim \"" + claim.key() + "\"");
        Prepared prepared = shop.preparation().of(claim, storageClass, selectedNode);
        try {
            shop.traces().begin(claim);
        } catch (ApiFailure e) {
            throw new Refusal(State.NO_CHANGE, "the journal cannot be written: " + e.getMessage(), e);
        }
        Volume made;
        try {
            made = shop.calls().create(prepared.request(), Migrated.isOld(storageClass));
        } catch (StatusRuntimeException e) {
            boolean mayReschedule = shop.seams().placement().matters() && !selectedNode.isEmpty();
            return failures.failed(claim, storageClass, e, mayReschedule);
        }
        return accept(claim, storageClass, prepared, made, begun);
    }

    private ReconcileResult accept(PersistentVolumeClaim claim, StorageClass storageClass, Prepared prepared, Volume made, long begun)
            throws InterruptedException {
        Optional<String> problem = VolumeAnswer.problem(prepared.request(), made);
        if (problem.isPresent()) {
            return failures.unfit(claim, storageClass, cleanedUp(prepared, made, problem.get()));
        }
        if (shop.intent() && !isWanted(claim)) {
            // No volume object, no release, no deletion: it goes the way it came.
            return cleanup.delete(claim, prepared, made);
        }
        List<NodeSelectorTerm> affinity = shop.seams().placement().affinity(made.getAccessibleTopologyList());
        ObjectNode object;
        try {
            object = Migrated.written(
                    VolumeObject.of(
                            shop.terms(), claim, storageClass, prepared.planned(), prepared.request(), made, affinity),
                    storageClass);
        } catch (IllegalArgumentException e) {
            return failures.unfit(
                    claim, storageClass, cleanedUp(prepared, made, "it cannot be written: " + e.getMessage()));
        }
        if (prepared.source() != null) {
            prepared.source().done(claim);
        }
        shop.store().save(prepared.request().getName(), object, claim);
        shop.patience().forget(ClaimId.of(claim));
        shop.seams().placement().settled(claim);
        shop.seams().changes().provisioned(storageClass.meta().name(), affinity);
        shop.metrics().provisioned(claim, begun);
        return ReconcileResult.done();
    }

    private boolean isWanted(PersistentVolumeClaim claim) {
        String volume = VolumeName.of(shop.terms().naming(), claim);
        return shop.claims()
                .find(claim.key())
                .filter(now -> now.meta().uid().equals(claim.meta().uid()) && !now.isBeingDeleted())
                .filter(now -> now.volumeName().isEmpty() || now.volumeName().equals(volume))
                .isPresent();
    }

    private String cleanedUp(Prepared prepared, Volume made, String problem) {
        try {
            shop.calls().cleanUp(made.getVolumeId(), prepared.request().getSecretsMap());
            return problem;
        } catch (StatusRuntimeException e) {
            return problem + ". Cleanup of volume " + prepared.request().getName() + " failed, volume is orphaned: "
                    + RpcErrorText.of(e);
        }
    }
}
