package dev.stowage.driver;

import dev.stowage.driver.backend.BlockTransfers;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.TransferBlocks;
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

/// Volumes that go to other nodes and come from there, where the backend of their pool supports it.
record LocalTransfer(StoragePools storagePools, LocalVolumes volumes) implements Transfer {

    private static final String FS_TYPE = "fsType";
    private static final String BLOCK = "block";

    /// A copy that is not a volume yet, and where it is.
    private record FoundCopy(StoragePool storagePool, BlockTransfers transfers, VolumeMeta copy) {}

    /// What is sent, and where it is.
    private record Sent(StoragePool storagePool, String fsType, boolean block) {

        TransferSource source(TransferBlocks blocks) {
            return new TransferSource(Map.of(FS_TYPE, fsType, BLOCK, Boolean.toString(block)), blocks);
        }
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
            throw CsiException.failedPrecondition(
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

    private static BlockTransfers transfers(StoragePool pool) throws CsiException {
        return pool.backend()
                .transfers()
                .orElseThrow(() -> CsiException.failedPrecondition("%s has backend %s, whose volumes cannot be sent"
                        .formatted(pool, pool.pool().kind().word())));
    }

    @Override
    public TransferTarget receive(IncomingVolume incoming) throws CsiException, IOException {
        Optional<FoundCopy> known = find(incoming.id());
        if (incoming.header().isDifference()) {
            return receiveDifference(known.orElseThrow(() -> noCopy(incoming.id())), incoming);
        }
        if (known.isPresent()) {
            return known.get().transfers().open(incoming.id());
        }
        NewVolume wanted = wanted(incoming);
        List<StoragePool> candidates = storagePools.candidates(wanted).stream()
                .filter(pool -> pool.backend().transfers().isPresent())
                .toList();
        if (candidates.isEmpty()) {
            throw CsiException.failedPrecondition(
                    "the pool for volume %s has a backend that cannot receive volumes".formatted(incoming.id()));
        }
        PoolReservation reserved = PoolReservation.take(wanted, candidates);
        BlockTransfers transfers = transfers(reserved.spec().storagePool());
        try (CapacityReservation space = reserved.space()) {
            transfers.make(
                    reserved.spec().meta(), !incoming.header().sourceVolume().equals(incoming.id()));
            space.keep();
        }
        return transfers.open(incoming.id());
    }

    private static TransferTarget receiveDifference(FoundCopy base, IncomingVolume incoming)
            throws CsiException, IOException {
        VolumeId id = incoming.id();
        if (base.transfers().incoming(id).isEmpty()) {
            Bytes size = incoming.header().size();
            if (size.isLessThan(base.copy().size())) {
                throw CsiException.outOfRange("the copy of volume %s has %s and cannot shrink to %s"
                        .formatted(id, base.copy().size(), size));
            }
            VolumeMeta wanted = base.copy().size(size);
            try (CapacityReservation space = base.storagePool().pool().reserve(size, wanted.thin())) {
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
                new CapacityRange(size, size),
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
                BlockTransfers transfers = pool.backend().transfers().get();
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
                BlockTransfers transfers = pool.backend().transfers().get();
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
