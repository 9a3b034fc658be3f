package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.CapacityQuery;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.Volumes;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Making and removing volumes, and how many more fit.
record LocalVolumes(StoragePools storagePools, AttachmentCheck attached) implements Volumes, Capacity {

    @Override
    public Volume create(NewVolume wanted) throws CsiException, IOException {
        PoolReservation reserved = PoolReservation.take(wanted, storagePools.candidates(wanted));
        return create(reserved.spec(), reserved.space(), Optional.empty());
    }

    /// A volume with the content of a source, in the pool of the source.
    Volume create(VolumeSpec spec, VolumeSource source) throws CsiException, IOException {
        VolumeMeta meta = spec.meta();
        return create(spec, spec.storagePool().pool().reserve(meta.size(), meta.thin()), Optional.of(source));
    }

    /// Space is reserved before anything is created, and released when the creation fails.
    private Volume create(VolumeSpec spec, CapacityReservation reserved, Optional<VolumeSource> source)
            throws CsiException, IOException {
        VolumeMeta meta = spec.meta();
        StoragePool storagePool = spec.storagePool();
        try (CapacityReservation space = reserved) {
            storagePool.backend().create(meta, source, spec.request());
            space.keep();
        }
        return volume(storagePool, meta, storagePool.backend().context(spec.request()));
    }

    /// The volume as the orchestrator sees it.
    ///
    /// @param ofBackend what the backend adds to its context
    Volume volume(StoragePool storagePool, VolumeMeta meta, Map<String, String> ofBackend) {
        Volume made = Volume.of(meta.id()).capacity(meta.size()).context(context(storagePool, meta, ofBackend));
        return storagePools.haveTopology() || storagePool.can(BackendCapability.MULTI_NODE)
                ? made.accessibleFrom(List.of(storagePool.topology()))
                : made;
    }

    /// For users who inspect the volume in their orchestrator; the node reads the pool's own record.
    private static Map<String, String> context(
            StoragePool storagePool, VolumeMeta meta, Map<String, String> ofBackend) {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("pool", storagePool.pool().name());
        context.put("backend", meta.backend().word());
        if (!meta.fsType().isEmpty()) {
            context.put("fsType", meta.fsType());
        }
        context.putAll(ofBackend);
        context.putAll(SizeEnforcement.of(storagePool.backend()).context());
        return context;
    }

    @Override
    public void delete(VolumeId id, Secrets secrets) throws CsiException, IOException {
        attached.refuseWhenAttached(id);
        Optional<StoragePools.Found> found = storagePools.find(id);
        if (found.isPresent()) {
            StoragePool storagePool = found.get().storagePool();
            storagePool.backend().delete(id);
            storagePool
                    .pool()
                    .unreserve(found.get().volume().size(), found.get().volume().thin());
        } else {
            // The record is written last: an interrupted creation left none, but its data may be in any pool.
            for (StoragePool storagePool : storagePools.all()) {
                storagePool.pool().requirePresent();
                if (storagePool.pool().isThere()) {
                    storagePool.backend().delete(id);
                }
            }
        }
    }

    @Override
    public AvailableCapacity available(CapacityQuery query) throws CsiException, IOException {
        TopologyRequirement there = new TopologyRequirement(List.of(query.at()), List.of());
        AvailableCapacity sum = AvailableCapacity.NONE;
        for (StoragePool pool : storagePools.candidates(query.parameters(), there)) {
            AvailableCapacity more = pool.pool().availableCapacity();
            sum = sum.equals(AvailableCapacity.NONE) ? more : sum.plus(more);
        }
        return sum;
    }
}
