package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ExpandRequest;
import dev.stowage.sdk.ExpandResult;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeExpansion;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeModification;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Expanding and modifying existing volumes.
record LocalVolumeChanges(StoragePools storagePools, IoLimiter ioLimiter)
        implements VolumeExpansion, VolumeModification {

    /// What people write when they mean the size.
    private static final Set<String> SIZES = Set.of("size", "bytes", "capacity", "storage", "quota");

    @Override
    public ExpandResult expand(ExpandRequest wanted) throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(wanted.volume().id());
        StoragePool pool = found.storagePool();
        VolumeMeta volume = found.volume();
        if (!pool.can(BackendCapability.GROW)) {
            throw CsiException.invalidArgument("%s does not support expansion".formatted(pool));
        }
        Bytes size = VolumeSizes.whole(
                wanted.size().atLeast(), wanted.size(), pool.pool().granularity());
        if (!volume.size().isLessThan(size)) {
            // Big enough already; the node may still have to follow an earlier growth.
            return new ExpandResult(volume.size(), pool.can(BackendCapability.STAGE));
        }
        try (CapacityReservation space =
                pool.pool().reserve(Bytes.of(size.count() - volume.size().count()), volume.thin())) {
            boolean nodeMustFollow = pool.backend().expand(volume, size);
            space.keep();
            return new ExpandResult(size, nodeMustFollow);
        }
    }

    @Override
    public void modify(VolumeId id, Map<String, String> mutableParameters, Secrets secrets)
            throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(id);
        Map<String, String> settings = new TreeMap<>(found.volume().settings());
        settings.putAll(mutableParameters);
        found.storagePool().backend().checkSettings(settings);
        ioLimiter.requirePossible(id, settings);
        found.storagePool().backend().modify(found.volume(), settings);
        ioLimiter.modified(id, settings);
    }

    /// The volume is not known yet: parameters that no pool supports are refused here, others when they are
    /// applied.
    @Override
    public void checkMutable(Map<String, String> mutableParameters) throws CsiException {
        for (String key : mutableParameters.keySet()) {
            if (SIZES.contains(key.toLowerCase(Locale.ROOT))) {
                throw CsiException.invalidArgument(
                        ("the size of a volume is not a parameter that can be modified; to expand the volume, raise"
                                        + " spec.resources.requests.storage of its claim and remove parameter %s")
                                .formatted(key));
            }
        }
        Optional<CsiException> refusal = Optional.empty();
        for (StoragePool pool : storagePools.all()) {
            try {
                pool.backend().checkSettings(mutableParameters);
                return;
            } catch (CsiException e) {
                refusal = Optional.of(e);
            }
        }
        throw refusal.orElseThrow();
    }
}
