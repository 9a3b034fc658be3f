package dev.stowage.cluster.workload.daemonset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.IntOrPercent;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.PodTemplate;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.DaemonSet;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A pod for every eligible node, none for the others, and rolling updates to a new template.
final class DaemonSetDecision {
    private final DaemonSetState state;
    private final DaemonSet set;
    private final NameGenerator nameGenerator;
    private final ObjectReference about;
    private final Map<String, List<Pod>> byNode;
    private final Set<Pod> ending = new LinkedHashSet<>();
    private final Set<String> lacking = new LinkedHashSet<>();
    private final List<ClusterAction> events = new ArrayList<>();

    private DaemonSetDecision(DaemonSetState state, NameGenerator nameGenerator) {
        this.state = state;
        this.set = state.set();
        this.nameGenerator = nameGenerator;
        this.about = OwnerReferences.objectReference(Kinds.DAEMON_SETS, set);
        this.byNode = state.byNode();
    }

    static List<ClusterAction> decide(DaemonSetState state, NameGenerator nameGenerator) {
        return state.set().isBeingDeleted() ? List.of() : new DaemonSetDecision(state, nameGenerator).decide();
    }

    private List<ClusterAction> decide() {
        state.nodes().forEach(this::settle);
        Set<String> known =
                state.nodes().stream().map(node -> node.meta().name()).collect(Collectors.toSet());
        // A pod that waits for a deleted node waits forever.
        byNode.forEach((node, pods) -> pods.stream()
                .filter(pod -> pod.nodeName().isEmpty() && !known.contains(node) && !pod.isBeingDeleted())
                .forEach(ending::add));
        if (ending.isEmpty() && lacking.isEmpty() && !set.onDelete()) {
            update();
        }
        return acts();
    }

    private void settle(Node node) {
        NodeEligibility nodeEligibility = NodeEligibility.of(set, node);
        List<Pod> pods = byNode.getOrDefault(node.meta().name(), List.of());
        List<Pod> living = pods.stream().filter(pod -> !pod.isBeingDeleted()).toList();
        if (!nodeEligibility.stay()) {
            ending.addAll(living);
        } else if (nodeEligibility.run() && (pods.isEmpty() || (surge() > 0 && living.isEmpty()))) {
            lacking.add(node.meta().name());
        } else {
            living.stream().filter(pod -> pod.isOver() && !state.isFresh(pod)).forEach(pod -> endOver(pod, node));
            List<Pod> running = living.stream().filter(pod -> !pod.isOver()).toList();
            int allowed = surge() > 0 && isExchange(running) ? 2 : 1;
            running.stream().skip(allowed).forEach(ending::add);
        }
    }

    /// With surge, an old pod may stay beside a new one until the new one is available.
    private boolean isExchange(List<Pod> running) {
        return running.size() > 1 && state.isUpdated(running.get(1)) && !state.isUpdated(running.getFirst());
    }

    private void endOver(Pod pod, Node node) {
        boolean failed = pod.phase().equals("Failed");
        String message = "Found %s daemon pod %s on node %s, will try to %s it"
                .formatted(
                        failed ? "failed" : "succeeded", pod.key(), node.meta().name(), failed ? "kill" : "delete");
        events.add(
                failed
                        ? ClusterAction.RecordEvent.warning(about, "FailedDaemonPod", message)
                        : ClusterAction.RecordEvent.normal(about, "SucceededDaemonPod", message));
        ending.add(pod);
    }

    private int surge() {
        return IntOrPercent.of(set.maxSurge(), state.wanted(), true);
    }

    private void update() {
        if (surge() > 0) {
            updateBeside();
        } else {
            updateInPlace();
        }
    }

    /// Old pods that are not available are replaced immediately; of the others, as many as may be
    /// unavailable.
    private void updateInPlace() {
        int missing = 0;
        List<Pod> candidates = new ArrayList<>();
        for (List<Pod> pods : byNode.values()) {
            List<Pod> living =
                    pods.stream().filter(pod -> !pod.isBeingDeleted()).toList();
            if (living.size() != 1) {
                missing++;
            } else if (!state.isAvailable(living.getFirst())) {
                missing++;
                if (!state.isUpdated(living.getFirst())) {
                    ending.add(living.getFirst());
                }
            } else if (!state.isUpdated(living.getFirst())) {
                candidates.add(living.getFirst());
            }
        }
        int most = IntOrPercent.of(set.maxUnavailable(), state.wanted(), true);
        candidates.stream().limit(Math.max(0, most - missing)).forEach(ending::add);
    }

    private void updateBeside() {
        int beside = 0;
        List<String> candidates = new ArrayList<>();
        for (Map.Entry<String, List<Pod>> entry : byNode.entrySet()) {
            List<Pod> living = entry.getValue().stream()
                    .filter(pod -> !pod.isBeingDeleted())
                    .toList();
            List<Pod> old = living.stream().filter(pod -> !state.isUpdated(pod)).toList();
            List<Pod> fresh = living.stream().filter(state::isUpdated).toList();
            if (old.isEmpty()) {
                continue;
            }
            if (fresh.isEmpty()) {
                candidates.add(entry.getKey());
            } else if (fresh.stream().anyMatch(state::isAvailable)
                    || old.stream().noneMatch(Pod::isReady)) {
                ending.addAll(old);
            } else {
                beside++;
            }
        }
        candidates.stream().limit(Math.max(0, surge() - beside)).forEach(lacking::add);
    }

    private List<ClusterAction> acts() {
        var telling = new PodEvents(about);
        List<ClusterAction> actions = new ArrayList<>(events);
        for (String node : lacking) {
            String name = nameGenerator.generate(set.meta().name() + "-");
            actions.add(new ClusterAction.Create<>(Kinds.PODS, set.meta().namespace(), pod(name, node)));
            actions.add(telling.created(name));
        }
        for (Pod pod : ending) {
            actions.add(new ClusterAction.Delete<>(Kinds.PODS, pod));
            actions.add(telling.deleted(pod.meta().name()));
        }
        return actions;
    }

    private ObjectNode pod(String name, String node) {
        ObjectNode pod = PodTemplate.pod(Kinds.DAEMON_SETS, set, set.template());
        pod.withObject("/metadata")
                .put("name", name)
                .put("generateName", set.meta().name() + "-");
        PodTemplate.label(pod, DaemonSetState.HASH, state.hash());
        if (!state.templateGeneration().isEmpty()) {
            PodTemplate.label(pod, DaemonSetState.GENERATION, state.templateGeneration());
        }
        ObjectNode spec = pod.withObject("/spec");
        // The scheduler binds it; this leaves it one choice.
        ArrayNode terms = spec.withObject("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                .putArray("nodeSelectorTerms");
        terms.addObject()
                .putArray("matchFields")
                .addObject()
                .put("key", "metadata.name")
                .put("operator", "In")
                .putArray("values")
                .add(node);
        ArrayNode tolerations = spec.withArray("/tolerations");
        NodeEligibility.usual(set).stream()
                .filter(toleration -> set.placing().tolerations().stream()
                        .noneMatch(own -> own.key().equals(toleration.key())
                                && own.effect().equals(toleration.effect())
                                && own.operator().equals(toleration.operator())
                                && own.seconds() < 0))
                .forEach(toleration -> tolerations
                        .addObject()
                        .put("key", toleration.key())
                        .put("operator", toleration.operator())
                        .put("effect", toleration.effect()));
        return pod;
    }
}
