package dev.stowage.sidecar.claim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StatusCondition;
import java.util.Optional;

/// Builds one change to what a claim's status says. Only what is named changes; conditions are told apart by their
/// type.
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

    /// Sets a condition in place of the one of the same type.
    public ClaimStatusPatch with(StatusCondition condition) {
        ObjectNode node = status().withArray("conditions").addObject();
        condition.writeTo(node);
        of(condition.type()).ifPresent(before -> {
            // What is left out of a patch stays.
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

    /// Refused when the claim has changed since it was read.
    public Patch ifUnchanged() {
        return anyway().onlyIfUnchanged(claim);
    }

    public Patch anyway() {
        return Patch.strategic(body).status();
    }
}
