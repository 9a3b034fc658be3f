package dev.stowage.cluster.workload.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.IntOrPercent;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What a decision about a deployment is based on.
///
/// @param sets its ReplicaSets, the oldest first
/// @param running whether pods of a set may still run
record DeploymentState(Deployment deployment, List<ReplicaSet> sets, Predicate<ReplicaSet> running, Instant now) {
    static final String HASH = "pod-template-hash";

    private static final Comparator<ReplicaSet> BY_AGE = Comparator.comparing((ReplicaSet set) ->
                    Optional.ofNullable(set.meta().creationTimestamp()).orElse(Instant.EPOCH))
            .thenComparing(set -> set.meta().name());

    DeploymentState {
        sets = sets.stream().sorted(BY_AGE).toList();
    }

    /// The ReplicaSet with the deployment's template. If there are several, the oldest.
    Optional<ReplicaSet> newest() {
        JsonNode template = withoutHash(deployment.template());
        return sets.stream()
                .filter(set -> withoutHash(set.template()).equals(template))
                .findFirst();
    }

    List<ReplicaSet> old() {
        Optional<ReplicaSet> newest = newest();
        return sets.stream()
                .filter(set ->
                        newest.isEmpty() || !set.key().equals(newest.get().key()))
                .toList();
    }

    List<ReplicaSet> activeOld() {
        return old().stream().filter(set -> set.replicas() > 0).toList();
    }

    List<ReplicaSet> active() {
        List<ReplicaSet> active = new ArrayList<>(activeOld());
        newest().filter(set -> set.replicas() > 0).ifPresent(active::add);
        return active;
    }

    int wanted() {
        return sets.stream().mapToInt(ReplicaSet::replicas).sum();
    }

    int available() {
        return sets.stream().mapToInt(ReplicaSet::available).sum();
    }

    int surge() {
        return deployment.recreate() ? 0 : IntOrPercent.of(deployment.maxSurge(), deployment.replicas(), true);
    }

    /// Rounded so that a rollout can always progress.
    int unavailable() {
        if (deployment.recreate() || deployment.replicas() == 0) {
            return 0;
        }
        int share = IntOrPercent.of(deployment.maxUnavailable(), deployment.replicas(), false);
        return Math.min(deployment.replicas(), share == 0 && surge() == 0 ? 1 : share);
    }

    /// The maximum number of pods at a time.
    int most() {
        return deployment.replicas() + surge();
    }

    private static JsonNode withoutHash(JsonNode template) {
        JsonNode labels = template.path("metadata").path("labels");
        if (!labels.has(HASH)) {
            return template;
        }
        JsonNode copy = template.deepCopy();
        ((ObjectNode) copy.path("metadata").path("labels")).remove(HASH);
        return copy;
    }
}
