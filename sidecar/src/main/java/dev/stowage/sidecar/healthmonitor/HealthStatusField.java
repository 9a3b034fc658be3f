package dev.stowage.sidecar.healthmonitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.HealthFinding;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.text.Utf8Truncation;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The field `healthStatus` of a claim's status. Few servers have it: the others drop it, which is how they
/// are detected.
final class HealthStatusField {
    private static final Logger log = LoggerFactory.getLogger(HealthStatusField.class);
    private static final int REASON_BYTES = 256;
    private static final int MESSAGE_BYTES = 1024;

    private final Informer<PersistentVolumeClaim> claims;
    private volatile boolean absent;

    HealthStatusField(Informer<PersistentVolumeClaim> claims) {
        this.claims = claims;
    }

    void write(PersistentVolumeClaim claim, HealthState state, Instant now) throws ApiFailure, InterruptedException {
        Optional<Patch> patch = absent ? Optional.empty() : change(claim, state, now);
        if (patch.isEmpty()) {
            return;
        }
        PersistentVolumeClaim after = claims.patch(claim, patch.get());
        if (state instanceof HealthState.Unhealthy && after.status().health() == null) {
            absent = true;
            log.info("Health is reported by events only: the API server does not keep it in the status of claims.");
        }
    }

    /// Empty when the status is up to date.
    static Optional<Patch> change(PersistentVolumeClaim claim, HealthState state, Instant now) {
        ObjectNode body = Json.object();
        var before = claim.status().health();
        switch (state) {
            case HealthState.Healthy() -> {
                if (before == null) {
                    return Optional.empty();
                }
                body.putObject("status").putNull("healthStatus");
            }
            case HealthState.Unhealthy unhealthy -> {
                ArrayNode conditions = conditions(unhealthy);
                if (conditions.isEmpty() || (before != null && conditions.equals(before.path("healthConditions")))) {
                    return Optional.empty();
                }
                ObjectNode status = body.putObject("status").putObject("healthStatus");
                status.set("healthConditions", conditions);
                status.put(
                        "lastTransitionTime",
                        now.truncatedTo(ChronoUnit.SECONDS).toString());
            }
        }
        return Optional.of(Patch.merge(body).status());
    }

    private static ArrayNode conditions(HealthState.Unhealthy unhealthy) {
        ArrayNode conditions = Json.object().putArray("healthConditions");
        for (HealthFinding finding : unhealthy.findings()) {
            ObjectNode condition = conditions.addObject().put("status", finding.status());
            if (!finding.reason().isEmpty()) {
                condition.put("reason", Utf8Truncation.truncate(finding.reason(), REASON_BYTES));
            }
            if (!finding.message().isEmpty()) {
                condition.put("message", Utf8Truncation.truncate(finding.message(), MESSAGE_BYTES));
            }
        }
        return conditions;
    }
}
