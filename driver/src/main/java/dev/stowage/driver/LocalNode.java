package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.Reservation;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeStats;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Volumes where workloads see them.
record LocalNode(Stores stores, AttachedHere attached) implements Publishing, VolumeStats {

    private static final Set<AccessMode> ON_ONE_NODE = EnumSet.of(
            AccessMode.SINGLE_NODE_WRITER,
            AccessMode.SINGLE_NODE_READER_ONLY,
            AccessMode.SINGLE_NODE_SINGLE_WRITER,
            AccessMode.SINGLE_NODE_MULTI_WRITER);

    @Override
    public void publish(Publication wanted) throws CsiException, IOException {
        Optional<Stores.Found> found = stores.find(wanted.volume());
        if (found.isEmpty() && wanted.isEphemeral()) {
            found = Optional.of(makeEphemeral(wanted));
        }
        Stores.Found volume = found.orElseThrow(
                () -> CsiException.notFound("volume " + wanted.volume() + " does not exist in any pool here"));
        volume.mustBe(wanted.capability());
        attached.check(wanted.volume(), wanted.readOnly());
        volume.store().backend().publish(volume.volume(), wanted);
    }

    /// A volume in a pod's own words: its parameters come with the publication, and it has no record but the pool's.
    private Stores.Found makeEphemeral(Publication wanted) throws CsiException, IOException {
        Map<String, String> parameters = wanted.context().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("csi.storage.k8s.io/")
                        && !entry.getKey().equals("size"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        NewVolume request = new NewVolume(
                wanted.volume(),
                wanted.volume().value(),
                new CapacityRange(Sizes.of(wanted.context().getOrDefault("size", "1Gi")), Bytes.UNLIMITED),
                List.of(wanted.capability()),
                parameters,
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
        VolumeWish wish = VolumeWish.empty(request, stores);
        VolumeMeta meta = wish.meta().asEphemeral();
        try (Reservation space = wish.store().pool().reserve(meta.size(), meta.thin())) {
            wish.store().backend().create(meta, Optional.empty());
            space.keep();
        }
        return new Stores.Found(wish.store(), meta);
    }

    @Override
    public void unpublish(VolumeId id, Path target) throws CsiException, IOException {
        Optional<Stores.Found> found = stores.find(id);
        if (found.isPresent()) {
            Store store = found.get().store();
            store.backend().unpublish(id, target);
            if (found.get().volume().ephemeral()) {
                store.backend().delete(id);
                store.pool()
                        .giveBack(
                                found.get().volume().size(),
                                found.get().volume().thin());
            }
        } else {
            stores.first().backend().unpublish(id, target); // the volume is gone, its mount must not stay
        }
    }

    @Override
    public Set<AccessMode> accessModes() {
        Set<AccessMode> modes = EnumSet.copyOf(ON_ONE_NODE);
        if (stores.any(Ability.MULTI_NODE) || attached.isRequired()) {
            modes.add(AccessMode.MULTI_NODE_READER_ONLY);
        }
        if (stores.any(Ability.MULTI_NODE)) {
            modes.add(AccessMode.MULTI_NODE_SINGLE_WRITER);
            modes.add(AccessMode.MULTI_NODE_MULTI_WRITER);
        }
        return modes;
    }

    @Override
    public boolean supportsBlock() {
        return stores.any(Ability.BLOCK);
    }

    @Override
    public boolean appliesMountGroup() {
        return stores.all().stream().noneMatch(store -> store.pool().kind() == BackendKind.SHARED);
    }

    @Override
    public Usage stats(VolumeId id, Path path) throws CsiException, IOException {
        Stores.Found found = stores.require(id);
        return found.store().backend().usage(found.volume(), path);
    }
}
