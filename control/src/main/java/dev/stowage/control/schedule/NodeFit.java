package dev.stowage.control.schedule;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Pod;
import java.util.List;

/// Whether a pod fits on one node. Of the checks, in upstream's order, the first that fails speaks.
sealed interface NodeFit {

    record Fits(List<Choice> choices) implements NodeFit {}

    record Refused(List<Reason> reasons) implements NodeFit {}

    static NodeFit of(Pod pod, PodClaims.Usable claims, NodeView node, Neighbours neighbours, View view) {
        ObjectMeta meta = node.node().meta();
        Storage storage = view.storage();
        List<Reason> reasons = NodeChecks.of(pod, node);
        if (reasons.isEmpty()) {
            reasons = VolumeChecks.beforeChoosing(pod, claims, node, storage);
        }
        if (!reasons.isEmpty()) {
            return new Refused(reasons);
        }
        return switch (NodeVolumes.of(claims, meta, storage)) {
            case NodeVolumes.Lacking(List<Reason> why) -> new Refused(why);
            case NodeVolumes.Found(List<Choice> choices) -> {
                List<Reason> last = VolumeChecks.inZone(claims.bound(), meta, storage)
                        ? neighbours.check(pod, meta, view.namespaces())
                        : List.of(Reason.OTHER_ZONE);
                yield last.isEmpty() ? new Fits(choices) : new Refused(last);
            }
        };
    }
}
