package dev.stowage.sdk;

import java.io.IOException;
import java.nio.file.Path;

/// Preparing a volume once on a node for any number of publications. Declares STAGE_UNSTAGE_VOLUME.
public interface Staging {

    /// Stages, or finds staged. "Staged" is what the kernel's mount table says, not that a directory exists.
    void stage(Stage wanted) throws CsiException, IOException;

    /// Undoes a staging. Succeeds when there is none.
    void unstage(VolumeId volume, Path path) throws CsiException, IOException;
}
