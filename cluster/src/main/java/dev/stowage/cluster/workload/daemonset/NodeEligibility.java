package dev.stowage.cluster.workload.daemonset;

import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.TaintEffect;
import dev.stowage.kube.model.DaemonSet;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodScheduling.Toleration;
import dev.stowage.kube.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which nodes a DaemonSet is eligible for.
///
/// @param run whether a pod must be there
/// @param stay whether an existing pod may stay
record NodeEligibility(boolean run, boolean stay) {
    private static final NodeEligibility NO = new NodeEligibility(false, false);

    /// Node problems must not evict the pods that keep a node working.
    static List<Toleration> usual(DaemonSet set) {
        List<Toleration> usual = new ArrayList<>(List.of(
                exists("not-ready", TaintEffect.NO_EXECUTE),
                exists("unreachable", TaintEffect.NO_EXECUTE),
                exists("disk-pressure", TaintEffect.NO_SCHEDULE),
                exists("memory-pressure", TaintEffect.NO_SCHEDULE),
                exists("pid-pressure", TaintEffect.NO_SCHEDULE),
                exists("unschedulable", TaintEffect.NO_SCHEDULE)));
        if (set.template().path("spec").path("hostNetwork").asBoolean()) {
            usual.add(exists("network-unavailable", TaintEffect.NO_SCHEDULE));
        }
        return usual;
    }

    private static Toleration exists(String key, String effect) {
        return new Toleration(NodeKeys.TAINT_PREFIX + key, "Exists", "", effect, -1);
    }

    static NodeEligibility of(DaemonSet set, Node node) {
        String named = set.template().path("spec").path("nodeName").asText("");
        boolean meant = (named.isEmpty() || named.equals(node.meta().name()))
                && set.placing().nodeSelector().entrySet().stream()
                        .allMatch(label ->
                                label.getValue().equals(node.meta().labels().get(label.getKey())))
                && (set.placing().required().isEmpty()
                        || set.placing().required().stream().anyMatch(term -> term.matches(node.meta())));
        if (!meant) {
            return NO;
        }
        List<Toleration> tolerations = new ArrayList<>(set.placing().tolerations());
        tolerations.addAll(usual(set));
        boolean stay = tolerates(node, tolerations, Set.of(TaintEffect.NO_EXECUTE));
        return new NodeEligibility(stay && tolerates(node, tolerations, Set.of(TaintEffect.NO_SCHEDULE)), stay);
    }

    private static boolean tolerates(Node node, List<Toleration> tolerations, Set<String> effects) {
        return node.taints().stream()
                .filter(taint -> effects.contains(taint.effect()))
                .allMatch(taint -> isTolerated(taint, tolerations));
    }

    private static boolean isTolerated(Taint taint, List<Toleration> tolerations) {
        return tolerations.stream().anyMatch(toleration -> toleration.tolerates(taint));
    }

    /// The node that a pod is on, or is created for; empty when that is unknown.
    static String target(Pod pod) {
        if (!pod.nodeName().isEmpty()) {
            return pod.nodeName();
        }
        return pod.scheduling().required().stream()
                .flatMap(term -> term.fields().stream())
                .filter(field -> field.key().equals("metadata.name")
                        && field.operator() == LabelRequirement.Operator.IN
                        && field.values().size() == 1)
                .map(field -> field.values().getFirst())
                .findFirst()
                .orElse("");
    }
}
