package dev.stowage.sidecar.health;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Fit;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The field `healthStatus` of a claim's status. Few servers have it: those that do not drop what is written there, and
/// that is how they are known.
final class HealthField {
    private static final Logger log = LoggerFactory.getLogger(HealthField.class);
    private static final int REASON_BYTES = 256;
    private static final int MESSAGE_BYTES = 1024;

    private final Mirror<Claim> claims;
    private volatile boolean absent;

    HealthField(Mirror<Claim> claims) {
        this.claims = claims;
    }

    void write(Claim claim, Health health, Instant now) throws ApiFailure, InterruptedException {
        Optional<Patch> patch = absent ? Optional.empty() : change(claim, health, now);
        if (patch.isEmpty()) {
            return;
        }
        Claim after = claims.patch(claim, patch.get());
        if (health instanceof Health.Ill && after.status().health() == null) {
            absent = true;
            log.info("The server keeps no health of claims in their status; events tell it alone.");
        }
    }

    /// Empty when the status says so already.
    static Optional<Patch> change(Claim claim, Health health, Instant now) {
        ObjectNode body = Json.object();
        var before = claim.status().health();
        switch (health) {
            case Health.Well() -> {
                if (before == null) {
                    return Optional.empty();
                }
                body.putObject("status").putNull("healthStatus");
            }
            case Health.Ill ill -> {
                ArrayNode conditions = conditions(ill);
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

    private static ArrayNode conditions(Health.Ill ill) {
        ArrayNode conditions = Json.object().putArray("healthConditions");
        for (Health.Finding finding : ill.findings()) {
            ObjectNode condition = conditions.addObject().put("status", finding.status());
            if (!finding.reason().isEmpty()) {
                condition.put("reason", Fit.bytes(finding.reason(), REASON_BYTES));
            }
            if (!finding.message().isEmpty()) {
                condition.put("message", Fit.bytes(finding.message(), MESSAGE_BYTES));
            }
        }
        return conditions;
    }
}
