package dev.stowage.control.attachdetach;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Pod;
import java.util.List;

/// Events on pods, with the texts of kube-controller-manager, odd spaces included.
final class AttachDetachEvents {

    private AttachDetachEvents() {}

    static List<ClusterAction.RecordEvent> attached(String title, List<Pod> pods) {
        String text = "AttachVolume.Attach succeeded for volume %s ".formatted(GoQuote.of(title));
        return pods.stream()
                .map(pod -> ClusterAction.RecordEvent.normal(
                        pod.reference(), VolumeEventReasons.SUCCESSFUL_ATTACH_VOLUME, text))
                .toList();
    }

    static List<ClusterAction.RecordEvent> failed(String title, List<Pod> pods, String why) {
        String text = "AttachVolume.Attach failed for volume %s : %s".formatted(GoQuote.of(title), why);
        return pods.stream()
                .map(pod -> ClusterAction.RecordEvent.warning(
                        pod.reference(), VolumeEventReasons.FAILED_ATTACH_VOLUME, text))
                .toList();
    }

    static String tooLong(CsiVolume volume) {
        return "timed out waiting for external-attacher of %s CSI driver to attach volume %s"
                .formatted(volume.driver(), volume.handle());
    }

    /// @param users the pods that use the volume on other nodes
    static List<ClusterAction.RecordEvent> blocked(String title, List<Pod> pods, List<Pod> users) {
        return pods.stream()
                .map(pod -> ClusterAction.RecordEvent.warning(
                        pod.reference(),
                        VolumeEventReasons.FAILED_ATTACH_VOLUME,
                        "Multi-Attach error for volume %s %s".formatted(GoQuote.of(title), blocked(pod, users))))
                .toList();
    }

    /// Users of one namespace must not see the names of pods in others.
    private static String blocked(Pod pod, List<Pod> users) {
        if (users.isEmpty()) {
            return "Volume is already exclusively attached to one node and can't be attached to another";
        }
        List<String> here = users.stream()
                .filter(user -> user.meta().namespace().equals(pod.meta().namespace()))
                .map(user -> user.meta().name())
                .sorted()
                .toList();
        int others = users.size() - here.size();
        if (here.isEmpty()) {
            return "Volume is already used by %d pod(s) in different namespaces".formatted(others);
        }
        String text = "Volume is already used by pod(s) " + String.join(", ", here);
        return others == 0 ? text : text + " and %d pod(s) in different namespaces".formatted(others);
    }
}
