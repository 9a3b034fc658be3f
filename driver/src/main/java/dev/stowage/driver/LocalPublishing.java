package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeStats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Volumes where workloads see them.
record LocalPublishing(
        StoragePools storagePools, AttachmentCheck attached, EphemeralCleanup ephemeralCleanup, IoLimiter ioLimiter)
        implements Publishing, VolumeStats {

    private static final Set<AccessMode> ON_ONE_NODE = EnumSet.of(
            AccessMode.SINGLE_NODE_WRITER,
            AccessMode.SINGLE_NODE_READER_ONLY,
            AccessMode.SINGLE_NODE_SINGLE_WRITER,
            AccessMode.SINGLE_NODE_MULTI_WRITER);

    @Override
    public void publish(Publication wanted) throws CsiException, IOException {
        if (wanted.isEphemeral() && storagePools.find(wanted.volume()).isEmpty()) {
            StoragePools.Found made = ephemeralVolumes().create(wanted);
            try {
                publish(made, wanted);
            } catch (CsiException | IOException | RuntimeException e) {
                ephemeralVolumes().undo(wanted.volume(), e);
                throw e;
            }
            return;
        }
        StoragePools.Found volume = storagePools.require(wanted.volume(), wanted.context());
        if (volume.volume().ephemeral()) {
            ephemeralVolumes().publishing(volume, wanted.target());
        }
        publish(volume, wanted);
    }

    private void publish(StoragePools.Found volume, Publication wanted) throws CsiException, IOException {
        volume.mustBe(wanted.capability());
        attached.check(wanted.volume(), wanted.readOnly());
        ioLimiter.publish(volume.storagePool().backend(), volume.volume(), wanted);
    }

    @Override
    public void unpublish(VolumeId id, Path target) throws CsiException, IOException {
        Optional<StoragePools.Found> found = Optional.empty();
        StoragePool pool;
        try {
            found = storagePools.find(id);
            pool = found.map(StoragePools.Found::storagePool).orElse(storagePools.forUnknown());
        } catch (CsiException e) {
            if (e.code() != CsiCode.UNAVAILABLE) {
                throw e;
            }
            pool = storagePools.forUnreachable(); // a dead server must not keep a pod from ending
        }
        pool.backend().unpublish(id, target); // also when the volume is deleted: its mount must not stay
        ioLimiter.unpublished(target);
        if (found.isPresent() && found.get().volume().ephemeral()) {
            ephemeralVolumes().delete(id);
        } else {
            ephemeralVolumes().unpublished(id, target);
        }
    }

    @Override
    public void cleanUp(VolumeId id, Path target) throws CsiException, IOException {
        ephemeralCleanup.afterUnpublish(id, target);
    }

    @Override
    public void recover() {
        ephemeralCleanup.atStart();
        ioLimiter.recover(id -> storagePools
                .find(id)
                .map(found -> new IoLimiter.RecordedVolume(found.storagePool().backend(), found.volume())));
    }

    private EphemeralVolumes ephemeralVolumes() {
        return ephemeralCleanup.ephemeralVolumes();
    }

    @Override
    public Set<AccessMode> accessModes() {
        Set<AccessMode> modes = EnumSet.copyOf(ON_ONE_NODE);
        if (storagePools.any(BackendCapability.MULTI_NODE) || attached.isRequired()) {
            modes.add(AccessMode.MULTI_NODE_READER_ONLY);
        }
        if (storagePools.any(BackendCapability.MULTI_NODE)) {
            modes.add(AccessMode.MULTI_NODE_SINGLE_WRITER);
            modes.add(AccessMode.MULTI_NODE_MULTI_WRITER);
        }
        return modes;
    }

    @Override
    public boolean supportsBlock() {
        return storagePools.any(BackendCapability.BLOCK);
    }

    @Override
    public boolean appliesMountGroup() {
        return storagePools.all().stream().noneMatch(pool -> pool.pool().kind() == BackendKind.SHARED);
    }

    @Override
    public Usage stats(VolumeId id, Path path) throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(id);
        return found.storagePool().backend().usage(found.volume(), path);
    }
}
