package dev.stowage.node.volume.call;

import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;

/// How volumes of one mode, file system or raw block, come to this node and go. Each method makes everything ready,
/// notes what the call is about on the disk, and leaves the call to the caller.
public interface Volumes {

    Prepared stage(Wanted wanted) throws CallTrouble, InterruptedException;

    Prepared publish(Wanted wanted) throws CallTrouble, InterruptedException;

    Prepared unpublish(VolumeKey volume, Spot spot) throws CallTrouble;

    Prepared unstage(VolumeKey volume, Device device) throws CallTrouble;

    /// Takes away what [#stage] made, after the driver has refused.
    void forgetStage(VolumeKey volume, Device device) throws IOException;

    /// Takes away what [#publish] made, after the driver has refused.
    void forgetPublish(VolumeKey volume, Spot spot) throws IOException;
}
