package dev.stowage.driver.pool;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sizes of all that has a record in a pool.
record RecordedSizes(long lasting, long thin) {

    static RecordedSizes of(PoolDirectory folder, boolean snapshotsAreThin) throws IOException {
        long lasting = 0;
        long thin = 0;
        for (PoolDirectory place : List.of(folder, folder.received(), folder.incoming())) {
            for (VolumeMeta volume : volumes(place)) {
                thin += volume.thin() ? volume.size().count() : 0;
                lasting += volume.thin() ? 0 : volume.size().count();
            }
        }
        long snapshots = Files.isDirectory(folder.snapshots()) ? snapshots(folder) : 0;
        return snapshotsAreThin
                ? new RecordedSizes(lasting, thin + snapshots)
                : new RecordedSizes(lasting + snapshots, thin);
    }

    private static List<VolumeMeta> volumes(PoolDirectory place) throws IOException {
        List<VolumeMeta> found = new ArrayList<>();
        if (Files.isDirectory(place.volumes())) {
            for (VolumeId id : place.volumeIds()) {
                place.find(id).ifPresent(found::add);
            }
        }
        return found;
    }

    private static long snapshots(PoolDirectory folder) throws IOException {
        long total = 0;
        for (SnapshotId id : folder.snapshotIds()) {
            Optional<SnapshotMeta> snapshot = folder.find(id);
            total += snapshot.isPresent() ? snapshot.get().size().count() : 0;
        }
        return total;
    }
}
