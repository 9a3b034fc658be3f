package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Something to be asked of a picture.
///
/// @param name for when it cannot be judged
/// @param needs what has to be seen for it
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
                        resourceKind.plural() + " could not be looked at: "
                                + clusterState.notListed().get(resourceKind) + ".",
                        "Ask with the rights to read them.")))
                .orElseGet(() -> question.apply(clusterState));
    }
}
