package dev.stowage.node.fsgroup;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Tells the owner of a pod that its start waits for the ownership of a large volume.
public record OwnershipProgress(EventRecorder events, KubeletPaths paths) {

    /// @param target the volume in the directory of the pod
    public LongConsumer of(NodePod pod, Path target) {
        return files -> events.warning(
                pod.reference(),
                VolumeEventReasons.VOLUME_PERMISSION_CHANGE_IN_PROGRESS,
                "Setting volume ownership for " + paths.pods().relativize(target) + ", processed " + files + " files.");
    }
}
