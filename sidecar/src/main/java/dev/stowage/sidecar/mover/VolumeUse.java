package dev.stowage.sidecar.mover;

import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.time.Instant;
import java.util.List;

/// Who uses the volume of a claim.
///
/// @param pods that name the claim and have not ended
/// @param attachments of the volume
record VolumeUse(List<Pod> pods, List<VolumeAttachment> attachments) {

    static final VolumeUse NONE = new VolumeUse(List.of(), List.of());

    VolumeUse {
        pods = pods.stream().filter(pod -> !pod.isOver()).toList();
        attachments = List.copyOf(attachments);
    }

    /// On the node, and not ending already.
    List<Pod> staying(String node) {
        return pods.stream()
                .filter(pod -> pod.nodeName().equals(node) && !pod.isBeingDeleted())
                .toList();
    }

    /// Those that may have the volume mounted. A pod that came after the fence cannot have it, unless it runs: then
    /// the clocks differ.
    List<Pod> using(String node, Instant fenced) {
        return staying(node).stream()
                .filter(pod -> isRunning(pod) || !isAfter(pod, fenced))
                .toList();
    }

    /// Those that will never have it: the driver refuses them.
    List<Pod> hanging(String node, Instant fenced) {
        List<Pod> using = using(node, fenced);
        return staying(node).stream().filter(pod -> !using.contains(pod)).toList();
    }

    /// Those that do not run, of which none can have the volume once it is elsewhere.
    List<Pod> waiting(String node) {
        return staying(node).stream().filter(pod -> !isRunning(pod)).toList();
    }

    List<Pod> running() {
        return pods.stream().filter(VolumeUse::isRunning).toList();
    }

    boolean isRunningOn(String node) {
        return pods.stream().anyMatch(pod -> pod.nodeName().equals(node) && isRunning(pod));
    }

    boolean isAttached() {
        return !attachments.isEmpty();
    }

    static boolean isBare(Pod pod) {
        return pod.meta().controller().isEmpty();
    }

    private static boolean isRunning(Pod pod) {
        return !pod.containers().stopped();
    }

    private static boolean isAfter(Pod pod, Instant fenced) {
        Instant created = pod.meta().creationTimestamp();
        return created != null && created.isAfter(fenced);
    }
}
