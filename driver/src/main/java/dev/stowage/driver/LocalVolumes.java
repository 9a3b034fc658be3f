package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.SizePromise;
import dev.stowage.driver.pool.Reservation;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.CapacityQuery;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Topology;
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
record LocalVolumes(Stores stores, AttachedHere attached) implements Volumes, Capacity {

    @Override
    public Volume create(NewVolume wanted) throws CsiException, IOException {
        return make(VolumeWish.empty(wanted, stores), Optional.empty());
    }

    /// Space is promised before anything is made, and given back when the making fails.
    Volume make(VolumeWish wish, Optional<VolumeSource> source) throws CsiException, IOException {
        VolumeMeta meta = wish.meta();
        Store store = wish.store();
        try (Reservation space = store.pool().reserve(meta.size(), meta.thin())) {
            store.backend().create(meta, source);
            space.keep();
        }
        Volume made = Volume.of(meta.id()).capacity(meta.size()).context(context(store, meta));
        return store.can(Ability.MULTI_NODE) ? made.accessibleFrom(List.of(Topology.ANYWHERE)) : made;
    }

    /// For people who look at the volume in their orchestrator; the node reads the pool's own record.
    private static Map<String, String> context(Store store, VolumeMeta meta) {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("pool", store.pool().name());
        context.put("backend", meta.backend().word());
        if (!meta.fsType().isEmpty()) {
            context.put("fsType", meta.fsType());
        }
        context.putAll(SizePromise.of(store.backend()).context());
        return context;
    }

    @Override
    public void delete(VolumeId id, Secrets secrets) throws CsiException, IOException {
        attached.refuseWhenAttached(id);
        Optional<Stores.Found> found = stores.find(id);
        if (found.isPresent()) {
            Store store = found.get().store();
            store.backend().delete(id);
            store.pool()
                    .giveBack(found.get().volume().size(), found.get().volume().thin());
        } else {
            // The record is written last: what a cut-off making left has none, but may be in any pool.
            for (Store store : stores.all()) {
                if (store.pool().isThere()) {
                    store.backend().delete(id);
                }
            }
        }
    }

    @Override
    public AvailableCapacity available(CapacityQuery query) throws CsiException, IOException {
        String pool = query.parameters().get("pool");
        String backend = query.parameters().get("backend");
        Store store = pool != null
                ? stores.named(pool)
                : stores.all().stream()
                        .filter(one ->
                                backend == null || one.pool().kind().word().equals(backend))
                        .findFirst()
                        .orElse(null);
        return store == null ? AvailableCapacity.NONE : store.pool().availableCapacity();
    }
}
