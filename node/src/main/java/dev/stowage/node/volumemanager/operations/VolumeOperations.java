package dev.stowage.node.volumemanager.operations;

import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;

/// The operations of volumes of one mode, file system or raw block. Each method prepares everything, writes a
/// note about the call to disk, and leaves the call to the caller.
public interface VolumeOperations {

    PreparedOperation stage(DesiredVolume desired) throws VolumeOperationException, InterruptedException;

    PreparedOperation publish(DesiredVolume desired) throws VolumeOperationException, InterruptedException;

    PreparedOperation unpublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws VolumeOperationException;

    PreparedOperation unstage(VolumeKey volume, StagedVolume stagedVolume) throws VolumeOperationException;

    /// Removes what [#stage] created, after the driver refused.
    void forgetStage(VolumeKey volume, StagedVolume stagedVolume) throws IOException;

    /// Removes what [#publish] created, after the driver refused.
    void forgetPublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws IOException;
}
