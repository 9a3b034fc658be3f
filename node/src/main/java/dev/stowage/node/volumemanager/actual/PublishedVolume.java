package dev.stowage.node.volumemanager.actual;

import dev.stowage.node.podvolumes.PodVolumeKey;

/// A volume that is published for a pod.
///
/// @param ephemeral whether the driver created it for this pod only
/// @param found whether an earlier run left it; a refusal then does not prove that nothing is mounted
public record PublishedVolume(PodVolumeKey podVolumeKey, MountState state, boolean ephemeral, boolean found) {

    public PublishedVolume in(MountState now) {
        return new PublishedVolume(podVolumeKey, now, ephemeral, found && now == MountState.UNCERTAIN);
    }
}
