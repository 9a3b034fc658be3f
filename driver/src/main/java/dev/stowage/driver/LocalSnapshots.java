package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.Reservation;
import dev.stowage.sdk.Bytes;
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
record LocalSnapshots(Stores stores, LocalVolumes volumes) implements Snapshots, GroupSnapshots {

    @Override
    public Snapshot createSnapshot(NewSnapshot wanted) throws CsiException, IOException {
        Stores.Found found = stores.require(wanted.of());
        return told(cut(found.store(), Map.of(found.volume(), wanted.id()), wanted.parameters())
                .getFirst());
    }

    @Override
    public GroupSnapshot createGroupSnapshot(NewGroupSnapshot wanted) throws CsiException, IOException {
        Map<VolumeMeta, SnapshotId> members = new LinkedHashMap<>();
        Store store = stores.require(wanted.volumes().getFirst()).store();
        for (Map.Entry<VolumeId, SnapshotId> member : wanted.members().entrySet()) {
            Stores.Found found = stores.require(member.getKey());
            if (!found.store().equals(store)) {
                throw CsiException.failedPrecondition(
                        "volumes in different pools cannot be cut at one instant: %s is in %s, %s in %s"
                                .formatted(wanted.volumes().getFirst(), store, member.getKey(), found.store()));
            }
            members.put(found.volume(), member.getValue());
        }
        List<SnapshotMeta> cut = cut(store, members, wanted.parameters());
        return new GroupSnapshot(
                wanted.id(),
                cut.stream().map(LocalSnapshots::told).toList(),
                cut.getFirst().takenAt());
    }

    private static List<SnapshotMeta> cut(
            Store store, Map<VolumeMeta, SnapshotId> members, Map<String, String> parameters)
            throws CsiException, IOException {
        if (!store.can(Ability.SNAPSHOT)) {
            throw CsiException.invalidArgument("%s keeps volumes as %s and has no snapshots"
                    .formatted(store, store.pool().kind().word()));
        }
        List<Reservation> space = new ArrayList<>();
        try {
            for (VolumeMeta volume : members.keySet()) {
                space.add(store.pool()
                        .reserve(volume.size(), store.pool().settings().thin()));
            }
            List<SnapshotMeta> cut = store.backend().cut(members, parameters);
            space.forEach(Reservation::keep);
            return cut;
        } finally {
            space.forEach(Reservation::close);
        }
    }

    @Override
    public Snapshot refresh(Snapshot known) throws CsiException, IOException {
        return stores.find(known.id())
                .map(found -> known.ready(found.snapshot().complete()))
                .orElse(known);
    }

    @Override
    public void deleteSnapshot(SnapshotId id, Secrets secrets) throws CsiException, IOException {
        Optional<Stores.FoundSnapshot> found = stores.find(id);
        if (found.isPresent()) {
            Store store = found.get().store();
            store.backend().deleteSnapshot(id);
            store.pool()
                    .giveBack(
                            found.get().snapshot().size(),
                            store.pool().settings().thin());
        } else {
            for (Store store : stores.all()) {
                if (store.pool().isThere()) {
                    store.backend().deleteSnapshot(id);
                }
            }
        }
    }

    @Override
    public Volume restore(NewVolume wanted, Snapshot from) throws CsiException, IOException {
        Stores.FoundSnapshot found = stores.require(from.id());
        SnapshotMeta snapshot = found.snapshot();
        VolumeWish wish = VolumeWish.filled(
                wanted, found.store(), snapshot.fsType(), snapshot.block(), snapshot.size(), Ability.SNAPSHOT);
        return volumes.make(wish, Optional.of(new VolumeSource.OfSnapshot(from.id())));
    }

    private static Snapshot told(SnapshotMeta meta) {
        Bytes size = meta.size();
        return Snapshot.of(meta.id(), meta.of(), size, meta.takenAt()).ready(meta.complete());
    }
}
