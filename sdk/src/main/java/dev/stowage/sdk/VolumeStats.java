package dev.stowage.sdk;

import java.io.IOException;
import java.nio.file.Path;

/// Reports the usage of a published volume. Declares GET_VOLUME_STATS.
public interface VolumeStats {

    /// @param path where the volume is published, or staged
    Usage stats(VolumeId volume, Path path) throws CsiException, IOException;
}
