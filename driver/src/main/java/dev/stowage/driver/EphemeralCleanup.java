package dev.stowage.driver;

import dev.stowage.driver.EphemeralRecords.EphemeralRecord;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes inline volumes that have no publication.
///
/// A reboot ends the mounts, but not the pods: the kubelet publishes a volume again, with its data, or unpublishes it.
/// When it can do neither, because the pod's directory is gone, the volume is deleted at the next start.
///
/// @param ownPools whether this process alone publishes volumes of its pools, other than shares. Only then was a volume
///     without a record left by this node: in a shared pool another node may be using it
record EphemeralCleanup(EphemeralVolumes ephemeralVolumes, boolean ownPools) {
    private static final Logger log = LoggerFactory.getLogger(EphemeralCleanup.class);

    /// Ids of volumes that CreateVolume made; there can be thousands, and their records need not be read.
    private static final Pattern CREATED = Pattern.compile("[0-9a-f]{32}");

    /// Runs before the first call. What cannot be deleted is tried again at the next start.
    void atStart() {
        for (EphemeralRecord known : ephemeralVolumes.records().all()) {
            if (isAbandoned(known)) {
                tryToDelete(known.volume());
            }
        }
        for (StoragePool pool : ephemeralVolumes.storagePools().all()) {
            if (isOfThisNode(pool)) {
                withoutRecord(pool).forEach(this::tryToDelete);
            }
        }
    }

    private List<VolumeId> withoutRecord(StoragePool pool) {
        try {
            return pool.pool().place().volumeIds().stream()
                    .filter(volume -> isWithoutRecord(pool, volume))
                    // its pod may be there, and publishes it again
                    .filter(volume -> !ephemeralVolumes.records().isUnreadable(volume))
                    .toList();
        } catch (IOException e) {
            log.warn("Cannot list the volumes of {}: {}", pool, e.getMessage());
            return List.of();
        }
    }

    /// The kubelet keeps the directory above the target as long as it has the pod.
    private boolean isAbandoned(EphemeralRecord known) {
        Path pod = known.target().getParent();
        try {
            return pod == null
                    || Files.notExists(pod)
                    || ephemeralVolumes.storagePools().find(known.volume()).isEmpty();
        } catch (CsiException | IOException e) {
            log.warn("Cannot read inline volume {}: {}", known.volume(), e.getMessage());
            return false;
        }
    }

    private boolean isOfThisNode(StoragePool pool) {
        return ownPools
                && pool.pool().kind() != BackendKind.SHARED
                && pool.pool().isThere();
    }

    private boolean isWithoutRecord(StoragePool pool, VolumeId volume) {
        try {
            return !CREATED.matcher(volume.value()).matches()
                    && ephemeralVolumes.records().find(volume).isEmpty()
                    && pool.pool()
                            .place()
                            .find(volume)
                            .filter(VolumeMeta::ephemeral)
                            .isPresent();
        } catch (IOException e) {
            log.warn("Cannot read volume {} in {}: {}", volume, pool, e.getMessage());
            return false;
        }
    }

    /// After NodeUnpublishVolume at a path without a publication.
    void afterUnpublish(VolumeId volume, Path target) throws CsiException, IOException {
        ephemeralVolumes.unpublished(volume, target);
        for (StoragePool pool : ephemeralVolumes.storagePools().all()) {
            if (isOfThisNode(pool) && isWithoutRecord(pool, volume)) {
                deleteUnused(volume);
            }
        }
    }

    private void tryToDelete(VolumeId volume) {
        try {
            deleteUnused(volume);
        } catch (CsiException | IOException | RuntimeException e) {
            log.warn("Cannot delete inline volume {}, which is not published: {}", volume, e.getMessage());
        }
    }

    /// One that is in use is published at another path, by a driver that kept no such records.
    private void deleteUnused(VolumeId volume) throws CsiException, IOException {
        try {
            ephemeralVolumes.delete(volume);
            log.info("Deleted inline volume {}, which is not published.", volume);
        } catch (CsiException e) {
            if (e.code() != CsiCode.FAILED_PRECONDITION) {
                throw e;
            }
            log.info("Inline volume {} stays: {}", volume, e.getMessage());
        }
    }
}
