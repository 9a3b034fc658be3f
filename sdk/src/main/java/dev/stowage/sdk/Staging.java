package dev.stowage.sdk;

import java.io.IOException;
import java.nio.file.Path;

/// Prepares a volume once on a node for any number of publications. Declares STAGE_UNSTAGE_VOLUME.
public interface Staging {

    /// Stages the volume, also when it is staged already. The kernel's mount table decides, not an existing
    /// directory.
    void stage(Stage wanted) throws CsiException, IOException;

    /// Undoes a staging. Succeeds when there is none.
    void unstage(VolumeId volume, Path path) throws CsiException, IOException;
}
