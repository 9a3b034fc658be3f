package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The next step for a pod that is being bound: its claims first, then the pod. A pure function of the state.
sealed interface PodBindingDecision {

    /// Then reconcile again.
    record Write(List<ClusterAction> acts) implements PodBindingDecision {}

    /// Until something about its claims changes.
    record Wait() implements PodBindingDecision {}

    record Bind(List<ClusterAction> acts) implements PodBindingDecision {}

    /// The pod cannot be bound to that node.
    record GiveUp(String why) implements PodBindingDecision {}

    /// The pod has its node.
    record Arrived() implements PodBindingDecision {}

    /// The pod is deleted or being deleted, or another client bound it to another node.
    record Over() implements PodBindingDecision {}

    /// @param pod null when it is deleted; so is the node
    record BindingState(
            @Nullable Pod pod,
            @Nullable Node node,
            Map<NamespacedName, PersistentVolumeClaim> claims,
            Map<String, PersistentVolume> volumes) {}

    static PodBindingDecision of(
            AssumedPod assumedPod, BindingState bindingState, Instant now, Duration bindingTimeout) {
        Pod pod = bindingState.pod();
        if (pod == null || !pod.meta().uid().equals(assumedPod.pod().meta().uid())) {
            return new Over();
        }
        if (pod.nodeName().equals(assumedPod.node())) {
            return new Arrived();
        }
        if (!pod.nodeName().isEmpty() || pod.isBeingDeleted() || pod.isOver()) {
            return new Over();
        }
        if (assumedPod.state() == AssumedPod.State.BOUND) {
            return new Wait();
        }
        Node node = bindingState.node();
        if (node == null) {
            return volumes("failed to get node \"%1$s\": node \"%1$s\" not found".formatted(assumedPod.node()));
        }
        List<ClusterAction> writes = new ArrayList<>();
        boolean waits = false;
        for (VolumeChoice volumeChoice : assumedPod.choices()) {
            switch (ClaimBindingDecision.of(volumeChoice, assumedPod, bindingState, node)) {
                case ClaimBindingDecision.Broken(String why) -> {
                    return volumes(why);
                }
                case ClaimBindingDecision.Do(ClusterAction action) -> writes.add(action);
                case ClaimBindingDecision.Pending() -> waits = true;
                case ClaimBindingDecision.Ready() -> {}
            }
        }
        if (!writes.isEmpty()) {
            return new Write(writes);
        }
        if (!waits) {
            return new Bind(PodActions.binding(pod, assumedPod.node()));
        }
        return now.isBefore(assumedPod.since().plus(bindingTimeout))
                ? new Wait()
                : volumes("context deadline exceeded");
    }

    private static GiveUp volumes(String why) {
        return new GiveUp("running PreBind plugin \"VolumeBinding\": binding volumes: " + why);
    }
}
