package dev.stowage.control.workload.stateful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Readiness;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a set does next. In order, a pod is made, ended or changed only when all before it serve; in parallel, nobody
/// waits for anybody, except that changes of the template still go one pod after another.
final class StatefulDecision {
    private final Scene scene;
    private final StatefulSet set;
    private final StatefulTelling telling;
    private final Map<Integer, Pod> replicas;
    private final List<Act> acts = new ArrayList<>();

    private StatefulDecision(Scene scene) {
        this.scene = scene;
        this.set = scene.set();
        this.telling = new StatefulTelling(set);
        this.replicas = scene.replicas();
    }

    static List<Act> decide(Scene scene) {
        var decision = new StatefulDecision(scene);
        if (!scene.set().isBeingDeleted()) {
            decision.decide();
        }
        return List.copyOf(decision.acts);
    }

    private void decide() {
        for (int ordinal = set.first(); ordinal < set.first() + set.replicas(); ordinal++) {
            boolean settled = keep(ordinal, replicas.get(ordinal));
            if (!settled && !set.parallel()) {
                return;
            }
        }
        List<Pod> condemned = scene.condemned();
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

    /// @return whether the next may have its turn
    private boolean keep(int ordinal, @Nullable Pod pod) {
        if (pod == null) {
            make(ordinal);
            return false;
        }
        if (pod.isOver()) {
            // Also one that succeeded: a set wants its pods running, and how they ended may be chance.
            if (!pod.isBeingDeleted()) {
                remove(pod);
            }
            return false;
        }
        if (pod.phase().equals("Pending")) {
            makeClaims(ordinal);
            settleClaims(pod, true);
        }
        if (!set.parallel() && (pod.isBeingDeleted() || !Readiness.isRunningAndReady(pod) || !scene.isAvailable(pod))) {
            return false;
        }
        if (!Identity.hasLabels(set, ordinal, pod)) {
            name(ordinal, pod);
        }
        if (!pod.phase().equals("Pending")) {
            settleClaims(pod, true);
        }
        return true;
    }

    private void make(int ordinal) {
        String name = Identity.podName(set, ordinal);
        for (String claimName : Identity.claimNames(set, ordinal)) {
            PersistentVolumeClaim claim = scene.claims().get(claimName);
            if (claim != null && Retention.isStale(set, claim, name)) {
                return;
            }
        }
        if (makeClaims(ordinal)) {
            acts.add(new Act.Create<>(
                    Kinds.PODS, set.meta().namespace(), Identity.pod(set, revisionOf(ordinal), ordinal)));
            acts.add(telling.made(name));
        }
    }

    /// Pods below the partition are made as they were before the change.
    private ControllerRevision revisionOf(int ordinal) {
        int kept = set.partition() >= 0
                ? set.partition()
                : set.onDelete() ? 0 : set.status().path("currentReplicas").asInt();
        return ordinal < set.first() + kept ? scene.current() : scene.update();
    }

    /// @return whether all the claims can be used
    private boolean makeClaims(int ordinal) {
        boolean usable = true;
        String pod = Identity.podName(set, ordinal);
        for (JsonNode template : set.claimTemplates()) {
            String name = Identity.claimName(set, template, ordinal);
            PersistentVolumeClaim claim = scene.claims().get(name);
            if (claim == null) {
                acts.add(
                        new Act.Create<>(Kinds.CLAIMS, set.meta().namespace(), Identity.claim(set, template, ordinal)));
                acts.add(telling.madeClaim(name, pod));
            } else if (claim.isBeingDeleted()) {
                acts.add(telling.failed("Create", pod, "pvc " + name + " is being deleted"));
                usable = false;
            }
        }
        return usable;
    }

    private void settleClaims(Pod pod, boolean wanted) {
        for (String name : Identity.claimNames(set, scene.ordinal(pod))) {
            PersistentVolumeClaim claim = scene.claims().get(name);
            if (claim != null) {
                acts.addAll(Retention.settle(set, pod, wanted, claim));
            }
        }
    }

    private void name(int ordinal, Pod pod) {
        ObjectNode change = Json.object();
        change.withObject("/metadata/labels")
                .put(Identity.NAME, pod.meta().name())
                .put(Identity.INDEX, Integer.toString(ordinal));
        acts.add(new Act.Change<>(Kinds.PODS, pod, Patch.merge(change).onlyIfUnchanged(pod)));
        acts.add(telling.done("Update", pod.meta().name()));
    }

    /// @return whether the next may have its turn
    private boolean end(Pod pod) {
        if (pod.isBeingDeleted()) {
            return false;
        }
        boolean serves = Readiness.isRunningAndReady(pod) && scene.isAvailable(pod);
        boolean first = scene.firstUnavailable()
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
                    && !Scene.revision(pod).equals(scene.update().meta().name())) {
                if (!pod.isOver()) {
                    remove(pod);
                }
                return;
            }
            if (scene.isUnavailable(pod)) {
                return;
            }
        }
    }

    private void remove(Pod pod) {
        acts.add(new Act.Remove<>(Kinds.PODS, pod));
        acts.add(telling.done("Delete", pod.meta().name()));
    }
}
