package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import java.util.function.Consumer;

/// Our changes to claims. Provisioners may replace claims, not patch them: the whole claim is read and written back.
final class SelectedNodeUpdater {
    private final Informer<PersistentVolumeClaim> claims;
    private final KubeClient api;

    SelectedNodeUpdater(Informer<PersistentVolumeClaim> claims, KubeClient api) {
        this.claims = claims;
        this.api = api;
    }

    /// Takes the claim for a node, if nobody has changed it since it was seen.
    PersistentVolumeClaim select(PersistentVolumeClaim claim, String node) throws ApiFailure, InterruptedException {
        return replace(
                claim,
                object -> object.withObject("/metadata/annotations").put(ProvisionerAnnotations.SELECTED_NODE, node));
    }

    /// Hands the claim back to the scheduler.
    PersistentVolumeClaim unselect(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        return replace(
                claim,
                object -> object.withObject("/metadata/annotations").remove(ProvisionerAnnotations.SELECTED_NODE));
    }

    private PersistentVolumeClaim replace(PersistentVolumeClaim claim, Consumer<ObjectNode> change)
            throws ApiFailure, InterruptedException {
        JsonNode current =
                api.get(Kinds.CLAIMS, claim.meta().namespace(), claim.meta().name());
        PersistentVolumeClaim now = Kinds.CLAIMS.read(current);
        // What we decided was for the claim as we saw it.
        if (!now.meta().uid().equals(claim.meta().uid())
                || !now.meta().annotations().equals(claim.meta().annotations())) {
            throw new ApiFailure(409, "Conflict", "claim " + claim.key() + " has changed meanwhile", null);
        }
        ObjectNode changed = current.deepCopy();
        change.accept(changed);
        return claims.replace(claim, changed);
    }
}
