package dev.stowage.sidecar.claim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StatusCondition;
import java.util.Optional;

/// Builds a patch of a claim's status. Only the given fields change; conditions are identified by their type.
public final class ClaimStatusPatch {
    private final PersistentVolumeClaim claim;
    private final ObjectNode body = Json.object();

    public ClaimStatusPatch(PersistentVolumeClaim claim) {
        this.claim = claim;
    }

    /// The status, for the fields that have no method here.
    public ObjectNode status() {
        return body.withObject("/status");
    }

    /// Sets a condition, replacing the one of the same type.
    public ClaimStatusPatch with(StatusCondition condition) {
        ObjectNode node = status().withArray("conditions").addObject();
        condition.writeTo(node);
        of(condition.type()).ifPresent(before -> {
            // Fields that are not in a patch stay.
            if (condition.message().isEmpty() && !before.message().isEmpty()) {
                node.putNull("message");
            }
            if (condition.reason().isEmpty() && !before.reason().isEmpty()) {
                node.putNull("reason");
            }
        });
        return this;
    }

    public ClaimStatusPatch without(String conditionType) {
        if (of(conditionType).isPresent()) {
            status().withArray("conditions").addObject().put("$patch", "delete").put("type", conditionType);
        }
        return this;
    }

    private Optional<StatusCondition> of(String type) {
        return claim.status().conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }

    public ClaimStatusPatch annotate(String name, String value) {
        if (!claim.meta().annotations().containsKey(name)) {
            body.withObject("/metadata").withObject("/annotations").put(name, value);
        }
        return this;
    }

    public ClaimStatusPatch dropAnnotation(String name) {
        if (claim.meta().annotations().containsKey(name)) {
            body.withObject("/metadata").withObject("/annotations").putNull(name);
        }
        return this;
    }

    /// The server rejects it when the claim has changed since it was read.
    public Patch ifUnchanged() {
        return anyway().onlyIfUnchanged(claim);
    }

    public Patch anyway() {
        return Patch.strategic(body).status();
    }
}
