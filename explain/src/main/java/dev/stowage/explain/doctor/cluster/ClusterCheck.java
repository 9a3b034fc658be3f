package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// A check of the cluster state.
///
/// @param name for the result when it cannot be evaluated
/// @param needs the kinds that must have been listed
record ClusterCheck(String name, Set<ResourceKind> needs, Function<ClusterState, List<CheckResult>> question) {

    static ClusterCheck of(String name, Function<ClusterState, List<CheckResult>> question, ResourceKind... needs) {
        return new ClusterCheck(name, Set.of(needs), question);
    }

    List<CheckResult> ask(ClusterState clusterState) {
        return needs.stream()
                .filter(resourceKind -> !clusterState.isListed(resourceKind))
                .sorted()
                .findFirst()
                .map(resourceKind -> List.of(CheckResult.warn(
                        name,
                        resourceKind.plural() + " could not be read: "
                                + clusterState.notListed().get(resourceKind) + ".",
                        "Use an account that is allowed to list them.")))
                .orElseGet(() -> question.apply(clusterState));
    }
}
