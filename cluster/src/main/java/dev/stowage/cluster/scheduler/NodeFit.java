package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Pod;
import java.util.List;

/// Whether a pod fits on one node. Checks run in upstream's order; the first that fails gives the reason.
sealed interface NodeFit {

    record Fits(List<VolumeChoice> choices) implements NodeFit {}

    record Refused(List<UnschedulableReason> reasons) implements NodeFit {}

    static NodeFit of(
            Pod pod,
            PodClaims.Usable claims,
            NodeInfo node,
            InterPodAffinity interPodAffinity,
            SchedulingState schedulingState) {
        ObjectMeta meta = node.node().meta();
        StorageState storageState = schedulingState.storageState();
        List<UnschedulableReason> reasons = NodeFilters.of(pod, node);
        if (reasons.isEmpty()) {
            reasons = VolumeFilters.beforeChoosing(pod, claims, node, storageState);
        }
        if (!reasons.isEmpty()) {
            return new Refused(reasons);
        }
        return switch (NodeVolumeFit.of(claims, meta, storageState)) {
            case NodeVolumeFit.Lacking(List<UnschedulableReason> why) -> new Refused(why);
            case NodeVolumeFit.Found(List<VolumeChoice> choices) -> {
                List<UnschedulableReason> last = VolumeFilters.inZone(claims.bound(), meta, storageState)
                        ? interPodAffinity.check(pod, meta, schedulingState.namespaces())
                        : List.of(UnschedulableReason.OTHER_ZONE);
                yield last.isEmpty() ? new Fits(choices) : new Refused(last);
            }
        };
    }
}
