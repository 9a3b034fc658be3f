package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.share.NfsAttributes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All pools of one driver; the first is the default.
record StoragePools(List<StoragePool> all) {

    StoragePools {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a driver needs at least one pool");
        }
    }

    /// A volume, and where it is.
    record Found(StoragePool storagePool, VolumeMeta volume) {

        /// A raw device is not used as a file system, and vice versa.
        void mustBe(VolumeCapability wanted) throws CsiException {
            if (volume.block() != wanted.isBlock()) {
                throw CsiException.invalidArgument("volume %s is %s"
                        .formatted(
                                volume.id(),
                                volume.block()
                                        ? "a raw device, not a file system"
                                        : "a file system, not a raw device"));
            }
        }
    }

    /// A snapshot, and where it is.
    record FoundSnapshot(StoragePool storagePool, SnapshotMeta snapshot) {}

    Optional<StoragePool> find(String name) {
        return all.stream().filter(pool -> pool.pool().name().equals(name)).findFirst();
    }

    StoragePool named(String name) throws CsiException {
        return find(name)
                .orElseThrow(() -> CsiException.invalidArgument("unknown pool \"%s\"; this driver has %s"
                        .formatted(
                                name,
                                all.stream().map(pool -> pool.pool().name()).toList())));
    }

    /// Ends the mounts of a volume that is in no pool, as it was deleted or its pool is missing.
    StoragePool forUnknown() {
        return all.stream().filter(pool -> !pool.pool().isMissing()).findFirst().orElse(first());
    }

    /// The pool whose share has the source that these parameters of a storage class name, if they name one.
    ///
    /// @throws CsiException INVALID_ARGUMENT when no pool has it
    Optional<StoragePool> ofSource(Map<String, String> parameters) throws CsiException {
        if (!parameters.containsKey("server") && !parameters.containsKey("share")) {
            return Optional.empty();
        }
        return Optional.of(mounting(parameters)
                .orElseThrow(() -> CsiException.invalidArgument(
                        "no pool of this driver mounts the share that parameters server and share name;"
                                + " add a pool with this source to the driver's configuration")));
    }

    StoragePool first() {
        return all.getFirst();
    }

    /// Whether some pools are accessible from certain nodes only.
    boolean haveTopology() {
        return all.stream().anyMatch(pool -> !pool.topology().equals(Topology.ANYWHERE));
    }

    /// The pools that may get this volume, best first; empty when none is accessible from where it must be.
    ///
    /// @throws CsiException INVALID_ARGUMENT when its parameters name a pool, backend or share that does not exist
    List<StoragePool> candidates(NewVolume wanted) throws CsiException {
        String backend = wanted.parameters().get("backend");
        if (backend != null
                && !wanted.parameters().containsKey("pool")
                && of(backend).isEmpty()) {
            throw CsiException.invalidArgument("no pool has backend \"" + backend + "\"");
        }
        return candidates(wanted.parameters(), wanted.topology());
    }

    /// The pools that these parameters of a storage class choose, where they are accessible from what is wanted.
    /// Without topologies that is one pool, also when it is full and another is not.
    List<StoragePool> candidates(Map<String, String> parameters, TopologyRequirement wanted) throws CsiException {
        List<StoragePool> chosen;
        if (parameters.containsKey("pool")) {
            chosen = List.of(named(parameters.get("pool")));
        } else if (parameters.containsKey("backend")) {
            chosen = of(parameters.get("backend"));
        } else {
            chosen = ofSource(parameters).map(List::of).orElse(all);
        }
        return PoolDecision.candidates(
                haveTopology() ? chosen : chosen.stream().limit(1).toList(), StoragePool::topology, wanted);
    }

    private List<StoragePool> of(String backend) {
        return all.stream()
                .filter(pool -> pool.pool().kind().word().equals(backend))
                .toList();
    }

    /// Ends the mounts of a volume that may be on a share whose server does not answer.
    StoragePool forUnreachable() {
        return all.stream()
                .filter(pool -> pool.pool().share().isPresent())
                .findFirst()
                .orElseGet(this::forUnknown);
    }

    /// Comes before the answer that something does not exist: it may be on a disk that is not mounted.
    ///
    /// @throws CsiException UNAVAILABLE when a pool is missing
    void requirePresent() throws CsiException, IOException {
        for (StoragePool pool : all) {
            pool.pool().requirePresent();
        }
    }

    boolean any(BackendCapability backendCapability) {
        return all.stream().anyMatch(pool -> pool.can(backendCapability));
    }

    Optional<Found> find(VolumeId id) throws CsiException, IOException {
        return PoolLookup.first(all, pool -> found(pool, id, Map.of()));
    }

    private static Optional<Found> found(StoragePool pool, VolumeId id, Map<String, String> context)
            throws CsiException, IOException {
        Optional<VolumeMeta> volume = pool.pool().find(id);
        return (volume.isPresent() ? volume : pool.backend().adopt(id, context)).map(found -> new Found(pool, found));
    }

    /// Like [#require(VolumeId)], for a call that carries the context of the volume: it names the pool or its share,
    /// and no other one is read first.
    Found require(VolumeId id, Map<String, String> context) throws CsiException, IOException {
        Optional<NfsAttributes> foreign = NfsAttributes.of(context);
        Optional<StoragePool> named = foreign.isPresent()
                ? mounting(foreign.get().parameters())
                : Optional.ofNullable(context.get("pool")).flatMap(this::find);
        Optional<Found> found = named.isPresent() ? found(named.get(), id, context) : Optional.empty();
        if (foreign.isPresent() && named.isEmpty() && find(id).isEmpty()) {
            throw CsiException.notFound("no pool of this driver mounts the share that the attributes of volume %s name;"
                            .formatted(id.handle())
                    + " add a pool with this source to the driver's configuration");
        }
        return found.isPresent() ? found.get() : require(id);
    }

    private Optional<StoragePool> mounting(Map<String, String> parameters) {
        return all.stream()
                .filter(pool -> pool.pool().share().isPresent()
                        && pool.pool().share().get().source().matches(parameters))
                .findFirst();
    }

    Found require(VolumeId id) throws CsiException, IOException {
        Optional<Found> found = find(id);
        if (found.isEmpty()) {
            requirePresent();
        }
        return found.orElseThrow(() -> CsiException.notFound("volume " + id + " does not exist in any pool"));
    }

    Optional<FoundSnapshot> find(SnapshotId id) throws CsiException, IOException {
        return PoolLookup.first(all, pool -> pool.pool().find(id).map(snapshot -> new FoundSnapshot(pool, snapshot)));
    }

    FoundSnapshot require(SnapshotId id) throws CsiException, IOException {
        Optional<FoundSnapshot> found = find(id);
        if (found.isEmpty()) {
            requirePresent();
        }
        return found.orElseThrow(() -> CsiException.notFound("snapshot " + id + " does not exist in any pool"));
    }
}
