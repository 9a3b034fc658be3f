package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeStats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Volumes where workloads see them.
record LocalPublishing(StoragePools storagePools, AttachmentCheck attached) implements Publishing, VolumeStats {

    private static final Set<AccessMode> ON_ONE_NODE = EnumSet.of(
            AccessMode.SINGLE_NODE_WRITER,
            AccessMode.SINGLE_NODE_READER_ONLY,
            AccessMode.SINGLE_NODE_SINGLE_WRITER,
            AccessMode.SINGLE_NODE_MULTI_WRITER);

    @Override
    public void publish(Publication wanted) throws CsiException, IOException {
        Optional<StoragePools.Found> found = storagePools.find(wanted.volume());
        if (found.isEmpty() && wanted.isEphemeral()) {
            found = Optional.of(makeEphemeral(wanted));
        }
        StoragePools.Found volume = found.orElseThrow(
                () -> CsiException.notFound("volume " + wanted.volume() + " does not exist in any pool"));
        volume.mustBe(wanted.capability());
        attached.check(wanted.volume(), wanted.readOnly());
        volume.storagePool().backend().publish(volume.volume(), wanted);
    }

    /// A volume in a pod's own words: its parameters come with the publication, and it has no record but the
    /// pool's.
    private StoragePools.Found makeEphemeral(Publication wanted) throws CsiException, IOException {
        Map<String, String> parameters = wanted.context().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith(VolumeSpec.KUBERNETES)
                        && !entry.getKey().equals("size"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        NewVolume request = new NewVolume(
                wanted.volume(),
                wanted.volume().value(),
                new CapacityRange(VolumeSizes.of(wanted.context().getOrDefault("size", "1Gi")), Bytes.UNLIMITED),
                List.of(wanted.capability()),
                parameters,
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
        VolumeSpec spec = VolumeSpec.empty(request, storagePools);
        VolumeMeta meta = spec.meta().asEphemeral();
        try (CapacityReservation space = spec.storagePool().pool().reserve(meta.size(), meta.thin())) {
            spec.storagePool().backend().create(meta, Optional.empty());
            space.keep();
        }
        return new StoragePools.Found(spec.storagePool(), meta);
    }

    @Override
    public void unpublish(VolumeId id, Path target) throws CsiException, IOException {
        Optional<StoragePools.Found> found = storagePools.find(id);
        if (found.isPresent()) {
            StoragePool pool = found.get().storagePool();
            pool.backend().unpublish(id, target);
            if (found.get().volume().ephemeral()) {
                pool.backend().delete(id);
                pool.pool()
                        .unreserve(
                                found.get().volume().size(),
                                found.get().volume().thin());
            }
        } else {
            storagePools.first().backend().unpublish(id, target); // the volume is deleted, its mount must not stay
        }
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
