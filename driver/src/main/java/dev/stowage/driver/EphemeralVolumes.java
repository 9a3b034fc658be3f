package dev.stowage.driver;

import dev.stowage.driver.EphemeralRecords.EphemeralRecord;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.UncertainFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Inline volumes: created with their only publication, and deleted with it.
record EphemeralVolumes(StoragePools storagePools, InlineVolumePolicy policy, EphemeralRecords records) {
    private static final Logger log = LoggerFactory.getLogger(EphemeralVolumes.class);
    private static final String SIZE = "size";

    /// Creates the volume that a pod describes: its parameters come with the publication, and nobody but this node
    /// records it.
    StoragePools.Found create(Publication wanted) throws CsiException, IOException {
        policy.requireEnabled();
        VolumeSpec spec = spec(wanted);
        StoragePool pool = spec.storagePool();
        VolumeMeta meta = spec.meta().asEphemeral();
        if (records.find(meta.id()).isPresent()) {
            delete(meta.id()); // what an interrupted attempt left
        }
        records.add(new EphemeralRecord(meta.id(), pool.pool().name(), wanted.target()), policy.limit());
        try (CapacityReservation space = pool.pool().reserve(meta.size(), meta.thin())) {
            pool.backend().create(meta, Optional.empty());
            space.keep();
        } catch (CsiException | IOException | RuntimeException e) {
            undo(e, () -> deleteData(meta.id())); // its reservation is given back already
            throw e;
        }
        return new StoragePools.Found(pool, meta);
    }

    private VolumeSpec spec(Publication wanted) throws CsiException {
        Map<String, String> parameters = wanted.context().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith(VolumeSpec.KUBERNETES)
                        && !entry.getKey().equals(SIZE))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        String size = wanted.context().get(SIZE);
        NewVolume request = new NewVolume(
                wanted.volume(),
                wanted.volume().value(),
                new CapacityRange(size == null ? policy.usualSize() : VolumeSizes.of(size), Bytes.UNLIMITED),
                List.of(wanted.capability()),
                policy.placed(parameters),
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
        VolumeSpec spec = VolumeSpec.empty(request, storagePools);
        policy.check(spec, parameters);
        return spec;
    }

    /// Records where an existing volume is about to be published: one from before a reboot, or from a driver that
    /// kept no such records.
    void publishing(StoragePools.Found volume, Path target) throws IOException {
        records.put(new EphemeralRecord(
                volume.volume().id(), volume.storagePool().pool().name(), target));
    }

    /// Deletes what a failed publication created.
    void undo(VolumeId volume, Exception failure) {
        undo(failure, () -> delete(volume));
    }

    /// Not when the failed call may still take effect: then the record stays, and the next call for the volume, or the
    /// next start, deletes it.
    private static void undo(Exception failure, Deletion deletion) {
        if (!UncertainFailure.isIn(failure) && !Thread.currentThread().isInterrupted()) {
            try {
                deletion.run();
            } catch (CsiException | IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    @FunctionalInterface
    private interface Deletion {
        void run() throws CsiException, IOException;
    }

    /// Deletes the volume, or what is left of one, and releases its space.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is in use
    void delete(VolumeId volume) throws CsiException, IOException {
        Optional<StoragePools.Found> deleted = deleteData(volume);
        if (deleted.isPresent()) {
            VolumeMeta meta = deleted.get().volume();
            deleted.get().storagePool().pool().unreserve(meta.size(), meta.thin());
        }
    }

    /// The record goes last, so that an interrupted deletion is finished.
    private Optional<StoragePools.Found> deleteData(VolumeId volume) throws CsiException, IOException {
        Optional<StoragePools.Found> found =
                storagePools.find(volume).filter(known -> known.volume().ephemeral());
        Optional<EphemeralRecord> recorded = records.find(volume);
        if (found.isPresent()) {
            found.get().storagePool().backend().delete(volume);
        } else if (recorded.isPresent()) {
            deleteRest(recorded.get());
        }
        records.remove(volume);
        return found;
    }

    /// Deletes what an interrupted creation or deletion left. There is nothing to delete in a pool that is not made
    /// yet; one that is no longer configured cannot be reached, and must not keep the pod from ending.
    private void deleteRest(EphemeralRecord known) throws CsiException, IOException {
        Optional<StoragePool> pool = storagePools.find(known.pool());
        if (pool.isEmpty()) {
            log.warn("Inline volume {} was in pool {}, which is not configured.", known.volume(), known.pool());
            return;
        }
        pool.get().pool().requirePresent();
        if (pool.get().pool().isMade()) {
            pool.get().backend().delete(known.volume());
        }
    }

    /// Deletes the volume that was published at this path. One that is recorded at another path stays.
    void unpublished(VolumeId volume, Path target) throws CsiException, IOException {
        if (records.find(volume).filter(known -> known.target().equals(target)).isPresent()) {
            delete(volume);
        }
    }
}
