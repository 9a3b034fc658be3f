package dev.stowage.node.volumemanager.actual;

import dev.stowage.node.podvolumes.PodVolumeKey;

/// A volume in a pod.
///
/// @param ephemeral whether the driver made it for the pod alone
/// @param found whether an earlier life left it: a refusal then says nothing of what is there
public record PublishedVolume(PodVolumeKey podVolumeKey, MountState state, boolean ephemeral, boolean found) {

    public PublishedVolume in(MountState now) {
        return new PublishedVolume(podVolumeKey, now, ephemeral, found && now == MountState.UNCERTAIN);
    }
}
