package dev.stowage.sidecar.provision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import java.util.function.Consumer;

/// Our changes to claims. Provisioners may replace claims, not patch them: the whole claim is read and written back.
final class ClaimEdits {
    private final Mirror<Claim> claims;
    private final KubeApi api;

    ClaimEdits(Mirror<Claim> claims, KubeApi api) {
        this.claims = claims;
        this.api = api;
    }

    /// Takes the claim for a node, if nobody has changed it since it was seen.
    Claim select(Claim claim, String node) throws ApiFailure, InterruptedException {
        return replace(
                claim, object -> object.withObject("/metadata/annotations").put(Contract.SELECTED_NODE, node));
    }

    /// Hands the claim back to the scheduler.
    Claim unselect(Claim claim) throws ApiFailure, InterruptedException {
        return replace(
                claim, object -> object.withObject("/metadata/annotations").remove(Contract.SELECTED_NODE));
    }

    private Claim replace(Claim claim, Consumer<ObjectNode> change) throws ApiFailure, InterruptedException {
        JsonNode current =
                api.get(Kinds.CLAIMS, claim.meta().namespace(), claim.meta().name());
        Claim now = Kinds.CLAIMS.read(current);
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
