package dev.stowage.node.volumemanager.operations;

import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;

/// How volumes of one mode, file system or raw block, come to this node and go. Each method makes everything ready,
/// notes what the call is about on the disk, and leaves the call to the caller.
public interface VolumeOperations {

    PreparedOperation stage(DesiredVolume desired) throws VolumeOperationException, InterruptedException;

    PreparedOperation publish(DesiredVolume desired) throws VolumeOperationException, InterruptedException;

    PreparedOperation unpublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws VolumeOperationException;

    PreparedOperation unstage(VolumeKey volume, StagedVolume stagedVolume) throws VolumeOperationException;

    /// Takes away what [#stage] made, after the driver has refused.
    void forgetStage(VolumeKey volume, StagedVolume stagedVolume) throws IOException;

    /// Takes away what [#publish] made, after the driver has refused.
    void forgetPublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws IOException;
}
