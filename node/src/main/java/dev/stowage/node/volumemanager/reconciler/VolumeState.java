package dev.stowage.node.volumemanager.reconciler;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that determines what happens to one volume.
///
/// @param desired by pods, in the order of their arrival
/// @param attaches whether it must be attached to the node
/// @param attached whether the Node object lists it as in use and as attached
/// @param driver the capabilities of the driver; null while it is not registered
/// @param node the labels of the node; null while they are unknown
/// @param republish where it must be published again
/// @param restage whether it must be staged again
/// @param expand for which pods the file system must be expanded
/// @param activePods the pods that are not known to be deleted: their volumes stay, even without a desired
/// volume
/// @param podsComplete whether all pods that may use it are known
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

    /// The properties of a driver that matter here.
    ///
    /// @param stages whether it stages volumes
    public record DriverCapabilities(boolean stages) {}
}
