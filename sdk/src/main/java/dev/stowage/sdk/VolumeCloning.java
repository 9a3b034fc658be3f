package dev.stowage.sdk;

import java.io.IOException;

/// Creates a volume from another one. Declares CLONE_VOLUME.
public interface VolumeCloning {

    /// Like [Volumes#create], but with the current content of the source, which is not deleted while this runs.
    Volume clone(NewVolume wanted, VolumeId source) throws CsiException, IOException;
}
