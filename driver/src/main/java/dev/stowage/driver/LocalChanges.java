package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.Reservation;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeExpansion;
import dev.stowage.sdk.ExpandResult;
import dev.stowage.sdk.ExpandRequest;
import dev.stowage.sdk.VolumeModification;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Volumes that become bigger or otherwise different while they live.
record LocalChanges(Stores stores) implements VolumeExpansion, VolumeModification {

    @Override
    public ExpandResult expand(ExpandRequest wanted) throws CsiException, IOException {
        Stores.Found found = stores.require(wanted.volume().id());
        Store store = found.store();
        VolumeMeta volume = found.volume();
        if (!store.can(Ability.GROW)) {
            throw CsiException.invalidArgument("volumes in %s do not grow".formatted(store));
        }
        Bytes size = Sizes.whole(wanted.size().atLeast(), wanted.size());
        if (!volume.size().isLessThan(size)) {
            // Big enough already; the node may still have to follow an earlier growth.
            return new ExpandResult(volume.size(), store.can(Ability.STAGE));
        }
        try (Reservation space =
                store.pool().reserve(Bytes.of(size.count() - volume.size().count()), volume.thin())) {
            boolean nodeMustFollow = store.backend().grow(volume, size);
            space.keep();
            return new ExpandResult(size, nodeMustFollow);
        }
    }

    @Override
    public void modify(VolumeId id, Map<String, String> mutableParameters, Secrets secrets)
            throws CsiException, IOException {
        Stores.Found found = stores.require(id);
        Map<String, String> settings = new TreeMap<>(found.volume().settings());
        settings.putAll(mutableParameters);
        found.store().backend().checkSettings(settings);
        found.store().backend().modify(found.volume(), settings);
    }

    /// Which volume is meant is not known yet: what no pool knows is refused here, the rest when it is applied.
    @Override
    public void checkMutable(Map<String, String> mutableParameters) throws CsiException {
        Optional<CsiException> refusal = Optional.empty();
        for (Store store : stores.all()) {
            try {
                store.backend().checkSettings(mutableParameters);
                return;
            } catch (CsiException e) {
                refusal = Optional.of(e);
            }
        }
        throw refusal.orElseThrow();
    }
}
