package dev.stowage.sdk;

import java.io.IOException;

/// Making and removing volumes. Declares CREATE_DELETE_VOLUME.
public interface Volumes {

    /// Makes an empty volume under [NewVolume#id()].
    ///
    /// With durable records it starts from a clean slate: what an interrupted attempt left was deleted before,
    /// and a repeat of a call that succeeded does not get here. Without records it must itself find what is there.
    Volume create(NewVolume wanted) throws CsiException, IOException;

    /// Removes a volume, or what is left of one. Succeeds when there is nothing. A volume in use is refused
    /// with [CsiException#notNow(String)] before anything is touched.
    void delete(VolumeId id, Secrets secrets) throws CsiException, IOException;
}
