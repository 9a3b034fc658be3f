package dev.stowage.sdk.service;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.Ledger;
import java.io.IOException;
import java.util.Optional;

/// The source of information about volumes: the durable records, or the driver's own storage.
interface VolumeRegistry {

    /// The requested volume, created now or before.
    Volume create(NewVolume wanted, Optional<VolumeSource> source, Ledger.Making<Volume> making)
            throws CsiException, IOException;

    void remove(VolumeId id, Secrets secrets) throws CsiException, IOException;

    Optional<Volume> find(VolumeId id) throws CsiException, IOException;

    ListPage<Volume> list(Optional<String> token, int most) throws CsiException, IOException;

    /// The volume has this size from now on.
    void resized(VolumeId id, Bytes size) throws IOException;

    /// Undoes a creation, or finishes a removal, that an earlier call left halfway.
    void finishInterrupted(VolumeId id) throws CsiException, IOException;

    /// A volume that came from another driver exists from now on.
    void adopt(Volume volume) throws IOException;

    default Volume require(VolumeId id) throws CsiException, IOException {
        return find(id).orElseThrow(() -> RequestFields.notFound("volume", id));
    }
}
