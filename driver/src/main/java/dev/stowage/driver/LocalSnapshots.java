package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Snapshots of one volume or of several at one instant, and volumes made from them. A snapshot's size counts as
/// promised: all of the volume may be overwritten while the snapshot still holds what was there.
record LocalSnapshots(StoragePools storagePools, LocalVolumes volumes) implements Snapshots, GroupSnapshots {

    @Override
    public Snapshot createSnapshot(NewSnapshot wanted) throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(wanted.of());
        StoragePool pool = found.storagePool();
        if (!wanted.topology().isMetBy(pool.topology())) {
            throw CsiException.resourceExhausted(
                    "volume %s is in %s, which is accessible from %s only; a snapshot of it cannot be in %s"
                            .formatted(wanted.of(), pool, pool.topology(), wanted.topology()));
        }
        return toSnapshot(
                take(pool, Map.of(found.volume(), wanted.id()), wanted.parameters())
                        .getFirst(),
                pool);
    }

    @Override
    public GroupSnapshot createGroupSnapshot(NewGroupSnapshot wanted) throws CsiException, IOException {
        Map<VolumeMeta, SnapshotId> members = new LinkedHashMap<>();
        StoragePool pool = storagePools.require(wanted.volumes().getFirst()).storagePool();
        for (Map.Entry<VolumeId, SnapshotId> member : wanted.members().entrySet()) {
            StoragePools.Found found = storagePools.require(member.getKey());
            if (!found.storagePool().equals(pool)) {
                throw CsiException.failedPrecondition("a group snapshot cannot span pools: %s is in %s, %s in %s"
                        .formatted(wanted.volumes().getFirst(), pool, member.getKey(), found.storagePool()));
            }
            members.put(found.volume(), member.getValue());
        }
        List<SnapshotMeta> cut = take(pool, members, wanted.parameters());
        return new GroupSnapshot(
                wanted.id(),
                cut.stream().map(meta -> toSnapshot(meta, pool)).toList(),
                cut.getFirst().takenAt());
    }

    private static List<SnapshotMeta> take(
            StoragePool pool, Map<VolumeMeta, SnapshotId> members, Map<String, String> parameters)
            throws CsiException, IOException {
        if (!pool.can(BackendCapability.SNAPSHOT)) {
            throw CsiException.invalidArgument("%s has backend %s, which does not support snapshots"
                    .formatted(pool, pool.pool().kind().word()));
        }
        pool.backend().checkCopying(parameters);
        List<CapacityReservation> space = new ArrayList<>();
        try {
            for (VolumeMeta volume : members.keySet()) {
                space.add(pool.pool()
                        .reserve(volume.size(), pool.pool().settings().thin()));
            }
            List<SnapshotMeta> cut = pool.backend().takeSnapshots(members, parameters);
            space.forEach(CapacityReservation::keep);
            return cut;
        } finally {
            space.forEach(CapacityReservation::close);
        }
    }

    @Override
    public Snapshot refresh(Snapshot known) throws CsiException, IOException {
        Optional<StoragePools.FoundSnapshot> found = storagePools.find(known.id());
        if (found.isEmpty()) {
            refuseLost(known.id());
        }
        return found.isEmpty() ? known : known.ready(found.get().snapshot().complete());
    }

    /// A copy that failed in the background will never be ready; the caller must not wait for it.
    private void refuseLost(SnapshotId id) throws CsiException, IOException {
        boolean isEveryPoolThere = true;
        for (StoragePool pool : storagePools.all()) {
            isEveryPoolThere &= pool.pool().isThere();
            Optional<String> why = pool.pool().failure(id);
            if (why.isPresent()) {
                throw new CsiException(
                        CsiCode.INTERNAL,
                        "snapshot %s has no data: %s; delete it and take a new one".formatted(id, why.get()));
            }
        }
        if (isEveryPoolThere) {
            throw new CsiException(
                    CsiCode.INTERNAL,
                    "snapshot %s is missing in all pools; check that its disk is mounted, or delete it and take a new one"
                            .formatted(id));
        }
    }

    @Override
    public void deleteSnapshot(SnapshotId id, Secrets secrets) throws CsiException, IOException {
        Optional<StoragePools.FoundSnapshot> found = storagePools.find(id);
        if (found.isPresent()) {
            StoragePool pool = found.get().storagePool();
            if (pool.backend().deleteSnapshot(id)) {
                pool.pool()
                        .unreserve(
                                found.get().snapshot().size(),
                                pool.pool().settings().thin());
            }
        } else {
            for (StoragePool pool : storagePools.all()) {
                pool.pool().requirePresent(); // else it is on a disk that is not mounted
                if (pool.pool().isThere()) {
                    pool.backend().deleteSnapshot(id);
                }
            }
        }
    }

    @Override
    public Volume restore(NewVolume wanted, Snapshot from) throws CsiException, IOException {
        StoragePools.FoundSnapshot found = storagePools.require(from.id());
        SnapshotMeta snapshot = found.snapshot();
        VolumeSpec spec = VolumeSpec.filled(
                wanted,
                found.storagePool(),
                snapshot.fsType(),
                snapshot.block(),
                snapshot.size(),
                BackendCapability.SNAPSHOT);
        return volumes.create(spec, new VolumeSource.OfSnapshot(from.id()));
    }

    private static Snapshot toSnapshot(SnapshotMeta meta, StoragePool pool) {
        Bytes size = meta.size();
        Snapshot snapshot =
                Snapshot.of(meta.id(), meta.of(), size, meta.takenAt()).ready(meta.complete());
        return pool.topology().equals(Topology.ANYWHERE) ? snapshot : snapshot.accessibleFrom(List.of(pool.topology()));
    }
}
