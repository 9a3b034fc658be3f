package dev.stowage.cluster.workload.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.StatusConditions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The status of a deployment: the sum over its ReplicaSets.
final class DeploymentStatus {
    private static final String PROGRESSING = "Progressing";
    private static final String FAILURE = "ReplicaFailure";
    private static final String DONE = "NewReplicaSetAvailable";
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";
    private static final String PAUSED = "DeploymentPaused";

    private final DeploymentState deploymentState;
    private final Deployment deployment;
    private final StatusConditions conditions;
    private final ObjectNode status;

    private DeploymentStatus(DeploymentState deploymentState) {
        this.deploymentState = deploymentState;
        this.deployment = deploymentState.deployment();
        this.conditions = new StatusConditions(deployment.status());
        List<ReplicaSet> sets = deploymentState.sets();
        this.status = Json.object()
                .put("observedGeneration", deployment.generation())
                .put("replicas", sum(sets, "replicas"))
                .put("updatedReplicas", sum(deploymentState.newest().stream().toList(), "replicas"))
                .put("readyReplicas", sum(sets, "readyReplicas"))
                .put("availableReplicas", deploymentState.available())
                .put("unavailableReplicas", Math.max(0, deploymentState.wanted() - deploymentState.available()))
                .put("terminatingReplicas", sum(sets, "terminatingReplicas"));
    }

    /// @param made the set that was just made, if one was
    /// @param failure why none could be created
    static ObjectNode of(DeploymentState deploymentState, Optional<String> made, Optional<String> failure) {
        return new DeploymentStatus(deploymentState).of(made, failure);
    }

    static boolean isComplete(Deployment deployment, JsonNode status) {
        return status.path("updatedReplicas").asInt() == deployment.replicas()
                && status.path("replicas").asInt() == deployment.replicas()
                && status.path("availableReplicas").asInt() == deployment.replicas()
                && status.path("observedGeneration").asLong() >= deployment.generation();
    }

    /// When to check again whether the rollout is stuck; empty when it cannot be.
    static Optional<Duration> requeueAfter(Deployment deployment, JsonNode status, Instant now) {
        Optional<JsonNode> progress = new StatusConditions(status).find(PROGRESSING);
        if (progress.isEmpty()
                || !hasDeadline(deployment)
                || isComplete(deployment, status)
                || deployment.paused()
                || reason(progress.get()).equals(TIMED_OUT)
                || reason(progress.get()).equals(DONE)) {
            return Optional.empty();
        }
        Instant end = updated(progress.get(), now).plusSeconds(deployment.progressDeadline());
        Duration left = Duration.between(now, end).plusSeconds(1);
        return Optional.of(left.isPositive() ? left : Duration.ofSeconds(1));
    }

    private ObjectNode of(Optional<String> made, Optional<String> failure) {
        boolean enough = deploymentState.available() >= deployment.replicas() - deploymentState.unavailable();
        touch(conditions.set(
                "Available",
                enough ? "True" : "False",
                enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                enough ? "Deployment has minimum availability." : "Deployment does not have minimum availability.",
                deploymentState.now()));
        if (hasDeadline(deployment)) {
            pause();
            made.ifPresent(
                    name -> progress("True", "NewReplicaSetCreated", "Created new replica set \"" + name + "\""));
            failure.ifPresent(why -> progress("False", "ReplicaSetCreateError", why));
            Optional<ReplicaSet> newest = deploymentState.newest();
            if (newest.isPresent() && conditions.find(PROGRESSING).isEmpty()) {
                progress(
                        "True",
                        "FoundNewReplicaSet",
                        "Found new replica set \"" + newest.get().meta().name() + "\"");
            }
            if (DeploymentDecision.isRollingOut(deploymentState) && failure.isEmpty()) {
                setProgressing();
            }
        } else {
            conditions.remove(PROGRESSING);
        }
        fail();
        status.set("conditions", conditions.list());
        return status;
    }

    /// Time while it is paused does not count.
    private void pause() {
        if (conditions.has(PROGRESSING, TIMED_OUT)) {
            return;
        }
        boolean said = conditions.has(PROGRESSING, PAUSED);
        if (deployment.paused() && !said) {
            progress("Unknown", PAUSED, "Deployment is paused");
        } else if (!deployment.paused() && said) {
            progress("Unknown", "DeploymentResumed", "Deployment is resumed");
        }
    }

    private void setProgressing() {
        boolean settled = status.path("replicas").asInt()
                        == status.path("updatedReplicas").asInt()
                && conditions.has(PROGRESSING, DONE);
        if (settled) {
            return;
        }
        String what = deploymentState
                .newest()
                .map(set -> "ReplicaSet \"" + set.meta().name() + "\"")
                .orElse("Deployment \"" + deployment.meta().name() + "\"");
        if (isComplete(deployment, status)) {
            progress("True", DONE, what + " has successfully progressed.");
        } else if (hasProgressed()) {
            // Also with the same reason: the deadline counts from the last progress.
            touchNow(conditions.replace(
                    PROGRESSING, "True", "ReplicaSetUpdated", what + " is progressing.", deploymentState.now()));
        } else if (isLate()) {
            progress("False", TIMED_OUT, what + " has timed out progressing.");
        }
    }

    private boolean hasProgressed() {
        JsonNode before = deployment.status();
        return more("updatedReplicas", before)
                || more("readyReplicas", before)
                || more("availableReplicas", before)
                || left(status) < left(before);
    }

    private boolean more(String field, JsonNode before) {
        return status.path(field).asInt() > before.path(field).asInt();
    }

    private static int left(JsonNode status) {
        return status.path("replicas").asInt() - status.path("updatedReplicas").asInt();
    }

    private boolean isLate() {
        return conditions
                .find(PROGRESSING)
                .filter(condition -> !reason(condition).equals(DONE))
                .filter(condition -> reason(condition).equals(TIMED_OUT)
                        || updated(condition, deploymentState.now())
                                .plusSeconds(deployment.progressDeadline())
                                .isBefore(deploymentState.now()))
                .isPresent();
    }

    /// Failures of a ReplicaSet to create its pods are shown here as well, those of the newest first.
    private void fail() {
        Optional<JsonNode> trouble = Stream.concat(deploymentState.newest().stream(), deploymentState.sets().stream())
                .flatMap(set -> new StatusConditions(set.status()).find(FAILURE).stream())
                .findFirst();
        if (trouble.isEmpty()) {
            conditions.remove(FAILURE);
            return;
        }
        touch(conditions.set(
                FAILURE,
                trouble.get().path("status").asText(),
                reason(trouble.get()),
                trouble.get().path("message").asText(),
                deploymentState.now()));
    }

    private void progress(String state, String reason, String message) {
        touch(conditions.set(PROGRESSING, state, reason, message, deploymentState.now()));
    }

    private void touch(ObjectNode condition) {
        if (!condition.has("lastUpdateTime")) {
            touchNow(condition);
        }
    }

    private void touchNow(ObjectNode condition) {
        condition.put("lastUpdateTime", StatusConditions.time(deploymentState.now()));
    }

    private static boolean hasDeadline(Deployment deployment) {
        return deployment.progressDeadline() != Integer.MAX_VALUE;
    }

    private static String reason(JsonNode condition) {
        return condition.path("reason").asText("");
    }

    private static Instant updated(JsonNode condition, Instant otherwise) {
        String text = condition.path("lastUpdateTime").asText("");
        return text.isEmpty() ? otherwise : Instant.parse(text);
    }

    private static int sum(Collection<ReplicaSet> sets, String field) {
        return sets.stream().mapToInt(set -> set.status().path(field).asInt()).sum();
    }
}
