package dev.stowage.cluster.workload.statefulset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The next step of a set. With OrderedReady, a pod is created, deleted or updated only when all before it
/// are ready; with Parallel, pods do not wait for each other, but updates of the template still go one pod at
/// a time.
final class StatefulSetDecision {
    private final StatefulSetState state;
    private final StatefulSet set;
    private final StatefulSetEvents telling;
    private final Map<Integer, Pod> replicas;
    private final List<ClusterAction> actions = new ArrayList<>();

    private StatefulSetDecision(StatefulSetState state) {
        this.state = state;
        this.set = state.set();
        this.telling = new StatefulSetEvents(set);
        this.replicas = state.replicas();
    }

    static List<ClusterAction> decide(StatefulSetState state) {
        var decision = new StatefulSetDecision(state);
        if (!state.set().isBeingDeleted()) {
            decision.decide();
        }
        return List.copyOf(decision.actions);
    }

    private void decide() {
        for (int ordinal = set.first(); ordinal < set.first() + set.replicas(); ordinal++) {
            boolean settled = keep(ordinal, replicas.get(ordinal));
            if (!settled && !set.parallel()) {
                return;
            }
        }
        List<Pod> condemned = state.condemned();
        condemned.forEach(pod -> settleClaims(pod, false));
        for (Pod pod : condemned) {
            boolean settled = end(pod);
            if (!settled && !set.parallel()) {
                return;
            }
        }
        if (!set.onDelete()) {
            update();
        }
    }

    /// @return whether to continue with the next pod
    private boolean keep(int ordinal, @Nullable Pod pod) {
        if (pod == null) {
            make(ordinal);
            return false;
        }
        if (pod.isOver()) {
            // Also one that succeeded: a set keeps its pods running, however they ended.
            if (!pod.isBeingDeleted()) {
                remove(pod);
            }
            return false;
        }
        if (pod.phase().equals("Pending")) {
            makeClaims(ordinal);
            settleClaims(pod, true);
        }
        if (!set.parallel()
                && (pod.isBeingDeleted() || !PodAvailability.isRunningAndReady(pod) || !state.isAvailable(pod))) {
            return false;
        }
        if (!PodIdentity.hasLabels(set, ordinal, pod)) {
            name(ordinal, pod);
        }
        if (!pod.phase().equals("Pending")) {
            settleClaims(pod, true);
        }
        return true;
    }

    private void make(int ordinal) {
        String name = PodIdentity.podName(set, ordinal);
        for (String claimName : PodIdentity.claimNames(set, ordinal)) {
            PersistentVolumeClaim claim = state.claims().get(claimName);
            if (claim != null && ClaimRetention.isStale(set, claim, name)) {
                return;
            }
        }
        if (makeClaims(ordinal)) {
            actions.add(new ClusterAction.Create<>(
                    Kinds.PODS, set.meta().namespace(), PodIdentity.pod(set, revisionOf(ordinal), ordinal)));
            actions.add(telling.created(name));
        }
    }

    /// Pods below the partition are created from the current revision.
    private ControllerRevision revisionOf(int ordinal) {
        int kept = set.partition() >= 0
                ? set.partition()
                : set.onDelete() ? 0 : set.status().path("currentReplicas").asInt();
        return ordinal < set.first() + kept ? state.current() : state.update();
    }

    /// @return whether all the claims can be used
    private boolean makeClaims(int ordinal) {
        boolean usable = true;
        String pod = PodIdentity.podName(set, ordinal);
        for (JsonNode template : set.claimTemplates()) {
            String name = PodIdentity.claimName(set, template, ordinal);
            PersistentVolumeClaim claim = state.claims().get(name);
            if (claim == null) {
                actions.add(new ClusterAction.Create<>(
                        Kinds.CLAIMS, set.meta().namespace(), PodIdentity.claim(set, template, ordinal)));
                actions.add(telling.createdClaim(name, pod));
            } else if (claim.isBeingDeleted()) {
                actions.add(telling.failed("Create", pod, "pvc " + name + " is being deleted"));
                usable = false;
            }
        }
        return usable;
    }

    private void settleClaims(Pod pod, boolean wanted) {
        for (String name : PodIdentity.claimNames(set, state.ordinal(pod))) {
            PersistentVolumeClaim claim = state.claims().get(name);
            if (claim != null) {
                actions.addAll(ClaimRetention.settle(set, pod, wanted, claim));
            }
        }
    }

    private void name(int ordinal, Pod pod) {
        ObjectNode change = Json.object();
        change.withObject("/metadata/labels")
                .put(PodIdentity.NAME, pod.meta().name())
                .put(PodIdentity.INDEX, Integer.toString(ordinal));
        actions.add(new ClusterAction.PatchObject<>(
                Kinds.PODS, pod, Patch.merge(change).onlyIfUnchanged(pod)));
        actions.add(telling.done("Update", pod.meta().name()));
    }

    /// @return whether to continue with the next pod
    private boolean end(Pod pod) {
        if (pod.isBeingDeleted()) {
            return false;
        }
        boolean serves = PodAvailability.isRunningAndReady(pod) && state.isAvailable(pod);
        boolean first = state.firstUnavailable()
                .filter(one -> one.key().equals(pod.key()))
                .isPresent();
        if (set.parallel() || serves || first) {
            remove(pod);
        }
        return false;
    }

    private void update() {
        int lowest = set.first() + Math.max(0, set.partition());
        for (int ordinal = set.first() + set.replicas() - 1; ordinal >= lowest; ordinal--) {
            Pod pod = replicas.get(ordinal);
            if (pod == null) {
                return;
            }
            if (!pod.isBeingDeleted()
                    && !StatefulSetState.revision(pod)
                            .equals(state.update().meta().name())) {
                if (!pod.isOver()) {
                    remove(pod);
                }
                return;
            }
            if (state.isUnavailable(pod)) {
                return;
            }
        }
    }

    private void remove(Pod pod) {
        actions.add(new ClusterAction.Delete<>(Kinds.PODS, pod));
        actions.add(telling.done("Delete", pod.meta().name()));
    }
}
