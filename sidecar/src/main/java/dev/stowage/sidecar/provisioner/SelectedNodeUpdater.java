package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.function.Consumer;

/// Sets and removes the selected node of claims. Provisioners are allowed to update claims, not to patch them:
/// the whole claim is read and written back.
final class SelectedNodeUpdater {
    private final Informer<PersistentVolumeClaim> claims;
    private final KubeClient api;

    SelectedNodeUpdater(Informer<PersistentVolumeClaim> claims, KubeClient api) {
        this.claims = claims;
        this.api = api;
    }

    /// Selects the node for the claim, unless the claim has changed.
    PersistentVolumeClaim select(PersistentVolumeClaim claim, String node) throws ApiFailure, InterruptedException {
        return replace(
                claim, object -> object.withObject("/metadata/annotations").put(VolumeAnnotations.SELECTED_NODE, node));
    }

    /// Returns the claim to the scheduler.
    PersistentVolumeClaim unselect(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        return replace(
                claim, object -> object.withObject("/metadata/annotations").remove(VolumeAnnotations.SELECTED_NODE));
    }

    private PersistentVolumeClaim replace(PersistentVolumeClaim claim, Consumer<ObjectNode> change)
            throws ApiFailure, InterruptedException {
        JsonNode current =
                api.get(Kinds.CLAIMS, claim.meta().namespace(), claim.meta().name());
        PersistentVolumeClaim now = Kinds.CLAIMS.read(current);
        // The decision was for the claim as it was.
        if (!now.meta().uid().equals(claim.meta().uid())
                || !now.meta().annotations().equals(claim.meta().annotations())) {
            throw new ApiFailure(409, "Conflict", "claim " + claim.key() + " has been modified", null);
        }
        ObjectNode changed = current.deepCopy();
        change.accept(changed);
        return claims.replace(claim, changed);
    }
}
