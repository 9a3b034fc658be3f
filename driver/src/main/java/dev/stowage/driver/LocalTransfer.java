package dev.stowage.driver;

import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferSource;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Volumes that go to other nodes and come from there, where the backend of their pool supports it.
record LocalTransfer(StoragePools storagePools, LocalVolumes volumes) implements Transfer {

    private static final String FS_TYPE = "fsType";
    private static final String BLOCK = "block";

    /// A copy that is not a volume yet, and where it is.
    private record FoundCopy(StoragePool storagePool, PoolTransfers transfers, VolumeMeta copy) {}

    /// What is sent, and where it is.
    private record Sent(StoragePool storagePool, String fsType, boolean block) {

        TransferSource source(TransferBlocks blocks) {
            return new TransferSource(Map.of(FS_TYPE, fsType, BLOCK, Boolean.toString(block)), blocks);
        }
    }

    /// Those of all pools.
    @Override
    public Set<TransferFormat> formats() {
        return storagePools.all().stream()
                .flatMap(pool -> pool.backend().transfers().stream())
                .map(PoolTransfers::format)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public TransferSource send(VolumeSource what) throws CsiException, IOException {
        Sent sent = sent(what);
        return sent.source(transfers(sent.storagePool()).blocks(what));
    }

    @Override
    public TransferSource sendDifference(SnapshotId base, VolumeSource what) throws CsiException, IOException {
        Sent sent = sent(what);
        if (!storagePools.require(base).storagePool().equals(sent.storagePool())) {
            throw CsiException.invalidArgument(
                    "snapshot %s is in another pool; send all of the volume".formatted(base));
        }
        return sent.source(transfers(sent.storagePool()).difference(base, what));
    }

    private Sent sent(VolumeSource what) throws CsiException, IOException {
        return switch (what) {
            case VolumeSource.OfSnapshot(SnapshotId id) -> {
                StoragePools.FoundSnapshot found = storagePools.require(id);
                SnapshotMeta snapshot = found.snapshot();
                yield new Sent(found.storagePool(), snapshot.fsType(), snapshot.block());
            }
            case VolumeSource.OfVolume(VolumeId id) -> {
                StoragePools.Found found = storagePools.require(id);
                VolumeMeta volume = found.volume();
                yield new Sent(found.storagePool(), volume.fsType(), volume.block());
            }
        };
    }

    private static PoolTransfers transfers(StoragePool pool) throws CsiException {
        return pool.backend()
                .transfers()
                .orElseThrow(
                        () -> CsiException.invalidArgument("%s has backend %s, whose volumes cannot be sent or received"
                                .formatted(pool, pool.pool().kind().word())));
    }

    @Override
    public TransferTarget receive(IncomingVolume incoming) throws CsiException, IOException {
        Optional<FoundCopy> known = find(incoming.id());
        if (known.isPresent()) {
            requireFormat(known.get().storagePool(), known.get().transfers(), incoming);
        }
        if (incoming.header().isDifference()) {
            return receiveDifference(known.orElseThrow(() -> noCopy(incoming.id())), incoming);
        }
        if (known.isPresent()) {
            return known.get().transfers().open(incoming.id());
        }
        NewVolume wanted = wanted(incoming);
        List<StoragePool> candidates = storagePools.candidates(wanted);
        for (StoragePool candidate : candidates) {
            requireFormat(candidate, transfers(candidate), incoming);
        }
        PoolReservation reserved = spaceFor(wanted, candidates);
        PoolTransfers transfers = transfers(reserved.spec().storagePool());
        try (CapacityReservation space = reserved.space()) {
            transfers.make(
                    reserved.spec().meta(),
                    !incoming.header().sourceVolume().equals(incoming.id()),
                    incoming.parameters());
            space.keep();
        }
        return transfers.open(incoming.id());
    }

    private static PoolReservation spaceFor(NewVolume wanted, List<StoragePool> candidates)
            throws CsiException, IOException {
        try {
            return PoolReservation.take(wanted, candidates);
        } catch (CsiException e) {
            throw withoutRange(e);
        }
    }

    private static CapacityReservation spaceFor(VolumeMeta wanted, StoragePool pool) throws CsiException, IOException {
        try {
            return pool.pool().reserve(wanted.size(), wanted.thin());
        } catch (CsiException e) {
            throw withoutRange(e);
        }
    }

    /// A size that the pool can never provide is OUT_OF_RANGE when a volume is created. In a transfer that code is
    /// for an offset, which the caller corrects and tries again.
    private static CsiException withoutRange(CsiException refusal) {
        return refusal.code() == CsiCode.OUT_OF_RANGE
                ? new CsiException(CsiCode.RESOURCE_EXHAUSTED, String.valueOf(refusal.getMessage()), refusal)
                : refusal;
    }

    /// A file system on a device cannot become a directory, and the other way round.
    private static void requireFormat(StoragePool pool, PoolTransfers transfers, IncomingVolume incoming)
            throws CsiException {
        if (transfers.format() != incoming.header().format()) {
            throw CsiException.invalidArgument(
                    "%s has backend %s, which receives volumes as %s, but this volume is sent as %s; choose a storage class whose pool has a backend of the same kind as that of the sender"
                            .formatted(
                                    pool,
                                    pool.pool().kind().word(),
                                    word(transfers.format()),
                                    word(incoming.header().format())));
        }
    }

    private static String word(TransferFormat format) {
        return switch (format) {
            case BLOCKS -> "blocks of a device";
            case FILES -> "files";
        };
    }

    private static TransferTarget receiveDifference(FoundCopy base, IncomingVolume incoming)
            throws CsiException, IOException {
        VolumeId id = incoming.id();
        if (base.transfers().incoming(id).isEmpty()) {
            Bytes sent = incoming.header().size();
            Bytes size = VolumeSizes.whole(
                    sent, CapacityRange.ANY, base.storagePool().pool().granularity());
            if (size.isLessThan(base.copy().size())) {
                throw CsiException.failedPrecondition(
                        "the copy of volume %s has %s and cannot shrink to %s; delete it and send all of the volume"
                                .formatted(id, base.copy().size(), sent));
            }
            VolumeMeta wanted = base.copy().size(size);
            try (CapacityReservation space = spaceFor(wanted, base.storagePool())) {
                base.transfers().makeDifference(wanted);
                space.keep();
            }
        }
        return base.transfers().open(id);
    }

    /// The request that would create such a volume: the class decides about pool and space, the sender about
    /// the rest.
    private static NewVolume wanted(IncomingVolume incoming) {
        Map<String, String> attributes = incoming.header().attributes();
        VolumeCapability.Use use = "true".equals(attributes.get(BLOCK))
                ? new VolumeCapability.Use.Block()
                : new VolumeCapability.Use.FileSystem(attributes.getOrDefault(FS_TYPE, ""), List.of(), "");
        Bytes size = incoming.header().size();
        return new NewVolume(
                incoming.id(),
                incoming.id().value(),
                new CapacityRange(size, Bytes.UNLIMITED), // pools have units of different sizes
                List.of(new VolumeCapability(use, AccessMode.SINGLE_NODE_WRITER)),
                incoming.parameters(),
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
    }

    /// The space of what the difference was made from is free then.
    @Override
    public void complete(IncomingVolume incoming) throws CsiException, IOException {
        FoundCopy found = find(incoming.id()).orElseThrow(() -> noCopy(incoming.id()));
        boolean isDifference = found.transfers().incoming(incoming.id()).isPresent();
        found.transfers().complete(incoming.id());
        if (isDifference) {
            found.storagePool()
                    .pool()
                    .unreserve(found.copy().size(), found.copy().thin());
        }
    }

    @Override
    public void abandon(VolumeId id) throws CsiException, IOException {
        Optional<FoundCopy> found = find(id);
        if (found.isPresent()) {
            Optional<VolumeMeta> incoming = found.get().transfers().incoming(id);
            found.get().transfers().abandon(id);
            unreserve(found.get().storagePool(), incoming);
        }
    }

    @Override
    public Volume activate(VolumeId id) throws CsiException, IOException {
        Optional<FoundCopy> copy = find(id);
        StoragePool pool = copy.isPresent()
                ? copy.get().storagePool()
                : storagePools.require(id).storagePool();
        return volumes.volume(pool, transfers(pool).activate(id), Map.of());
    }

    @Override
    public void discard(VolumeId id) throws CsiException, IOException {
        for (StoragePool pool : storagePools.all()) {
            if (pool.backend().transfers().isPresent()) {
                pool.pool().requirePresent();
                PoolTransfers transfers = pool.backend().transfers().get();
                Optional<VolumeMeta> incoming = transfers.incoming(id);
                Optional<VolumeMeta> received = transfers.received(id);
                transfers.discard(id);
                unreserve(pool, incoming);
                unreserve(pool, received);
            }
        }
    }

    private static void unreserve(StoragePool pool, Optional<VolumeMeta> removed) {
        removed.ifPresent(volume -> pool.pool().unreserve(volume.size(), volume.thin()));
    }

    private Optional<FoundCopy> find(VolumeId id) throws CsiException, IOException {
        for (StoragePool pool : storagePools.all()) {
            if (pool.backend().transfers().isPresent()) {
                PoolTransfers transfers = pool.backend().transfers().get();
                Optional<VolumeMeta> copy = transfers.received(id);
                if (copy.isPresent()) {
                    return Optional.of(new FoundCopy(pool, transfers, copy.get()));
                }
            }
        }
        storagePools.requirePresent(); // it may be on a disk that is not mounted
        return Optional.empty();
    }

    private static CsiException noCopy(VolumeId id) {
        return CsiException.notFound("there is no copy of volume %s in any pool".formatted(id));
    }
}
