package dev.stowage.node.volumemanager.reconciler;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that decides about one volume.
///
/// @param desired by pods, oldest wish first
/// @param attaches whether it has to be attached to the node
/// @param attached whether the cluster knows that we use it, and says that it is attached
/// @param driver what the driver can do; null while it is not registered
/// @param node the node's labels; null while they are not known
/// @param republish where it has to be published anew
/// @param restage whether it has to be staged anew
/// @param expand for whom the file system has to grow
/// @param activePods the pods that are not known to be gone: what they have stays, whether or not it is known why
/// @param podsComplete whether everybody who may use it has been told
public record VolumeState(
        ActualVolume actual,
        List<DesiredVolume> desired,
        boolean attaches,
        boolean attached,
        @Nullable DriverCapabilities driver,
        @Nullable ObjectMeta node,
        Set<PodVolumeKey> republish,
        boolean restage,
        Set<PodVolumeKey> expand,
        Set<String> activePods,
        boolean podsComplete) {

    public VolumeState {
        desired = List.copyOf(desired);
        republish = Set.copyOf(republish);
        expand = Set.copyOf(expand);
        activePods = Set.copyOf(activePods);
    }

    /// What matters of a driver here.
    ///
    /// @param stages whether it makes volumes ready before it gives them to pods
    public record DriverCapabilities(boolean stages) {}
}
