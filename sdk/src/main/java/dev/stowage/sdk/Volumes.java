package dev.stowage.sdk;

import java.io.IOException;

/// Creates and deletes volumes. Declares CREATE_DELETE_VOLUME.
public interface Volumes {

    /// Creates an empty volume with the id [NewVolume#id()].
    ///
    /// With durable records, the remains of an interrupted attempt were deleted before, and a repeat of a
    /// successful call is answered from the records. Without records, this method must check for both itself.
    Volume create(NewVolume wanted) throws CsiException, IOException;

    /// Deletes a volume, or the remains of one. Succeeds when there is nothing. A volume in use is refused with
    /// [CsiException#notNow(String)] before anything is changed.
    void delete(VolumeId id, Secrets secrets) throws CsiException, IOException;
}
