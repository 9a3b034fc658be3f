package dev.stowage.cluster.workload.deployment;

import dev.stowage.k8s.names.ObjectAnnotations;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.ReplicaSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The annotations of a deployment on its ReplicaSets: their revision, and for how many pods they were
/// created.
final class ReplicaSetAnnotations {
    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String HISTORY = "deployment.kubernetes.io/revision-history";
    static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    static final String MOST = "deployment.kubernetes.io/max-replicas";

    private static final int LONGEST_HISTORY = 2000;
    private static final Set<String> OWN = Set.of(
            REVISION,
            HISTORY,
            DESIRED,
            MOST,
            "deprecated.deployment.rollback.to",
            ObjectAnnotations.LAST_APPLIED_CONFIGURATION);

    private ReplicaSetAnnotations() {}

    static long number(ReplicaSet set, String name) {
        try {
            return Long.parseLong(set.meta().annotation(name));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    static Map<String, String> replicas(DeploymentState state) {
        return Map.of(DESIRED, Integer.toString(state.deployment().replicas()), MOST, Integer.toString(state.most()));
    }

    static Map<String, String> copied(Deployment deployment) {
        Map<String, String> copied = new LinkedHashMap<>(deployment.meta().annotations());
        copied.keySet().removeAll(OWN);
        return copied;
    }

    /// The revision that the newest ReplicaSet must have: above all others.
    static long next(List<ReplicaSet> old) {
        return old.stream().mapToLong(set -> number(set, REVISION)).max().orElse(0) + 1;
    }

    /// What has to change on the newest ReplicaSet. One that is used again remembers its former revisions.
    static Map<String, String> missing(DeploymentState state, ReplicaSet newest) {
        Map<String, String> missing = new LinkedHashMap<>();
        copied(state.deployment()).forEach((name, value) -> {
            if (!value.equals(newest.meta().annotations().get(name))) {
                missing.put(name, value);
            }
        });
        long next = next(state.old());
        String before = newest.meta().annotation(REVISION);
        if (number(newest, REVISION) < next) {
            missing.put(REVISION, Long.toString(next));
            if (!before.isEmpty()) {
                missing.put(HISTORY, history(newest.meta().annotation(HISTORY), before));
            }
        }
        return missing;
    }

    private static String history(String history, String revision) {
        if (history.isEmpty()) {
            return revision;
        }
        List<String> revisions = Arrays.asList(history.split(",", -1));
        String joined = history + "," + revision;
        for (int from = 1; joined.length() > LONGEST_HISTORY && from < revisions.size(); from++) {
            joined = String.join(",", revisions.subList(from, revisions.size())) + "," + revision;
        }
        return joined;
    }
}
