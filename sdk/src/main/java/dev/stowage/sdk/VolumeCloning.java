package dev.stowage.sdk;

import java.io.IOException;

/// Making a volume from another one. Declares CLONE_VOLUME.
public interface VolumeCloning {

    /// Like [Volumes#create], filled with what the source holds now. The source exists and stays while this runs.
    Volume clone(NewVolume wanted, VolumeId source) throws CsiException, IOException;
}
