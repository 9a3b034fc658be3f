package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshotId;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.DriverRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Snapshots from durable records. A group's members have their own records: written before anything is taken,
/// and completed before the group, so that after a crash at any point each member is found and cleaned up.
record RecordedSnapshotRegistry(DriverRecords driverRecords, Snapshots driver) implements SnapshotRegistry {

    @Override
    public Snapshot create(NewSnapshot wanted) throws CsiException, IOException {
        Snapshot cut = driverRecords
                .snapshots()
                .make(
                        wanted.id().value(),
                        wanted.name(),
                        RequestDigest.of(wanted.of(), wanted.parameters()),
                        () -> checked(wanted, driver.createSnapshot(wanted)),
                        id -> driver.deleteSnapshot(new SnapshotId(id), wanted.secrets()));
        Snapshot now = refreshed(cut);
        if (!now.equals(cut)) {
            driverRecords.snapshots().update(now.id().value(), now);
        }
        return now;
    }

    private static Snapshot checked(NewSnapshot wanted, Snapshot cut) throws CsiException {
        if (!cut.id().equals(wanted.id()) || !cut.of().equals(wanted.of())) {
            throw new CsiException(
                    CsiCode.INTERNAL,
                    "the driver created snapshot %s of volume %s instead of %s of %s"
                            .formatted(cut.id(), cut.of(), wanted.id(), wanted.of()));
        }
        return cut;
    }

    /// Checks a snapshot again that was not ready. Only a repeated creation, which holds its lock, records the
    /// result: a query could otherwise restore a record that is being deleted at the same time.
    private Snapshot refreshed(Snapshot known) throws CsiException, IOException {
        return known.ready() ? known : driver.refresh(known);
    }

    /// A snapshot that will never be ready is still listed and can be deleted.
    private Snapshot refreshedIfPossible(Snapshot known) throws IOException {
        try {
            return refreshed(known);
        } catch (CsiException e) {
            return known;
        }
    }

    @Override
    public void remove(SnapshotId id, Secrets secrets) throws CsiException, IOException {
        driverRecords.snapshots().remove(id.value(), key -> driver.deleteSnapshot(new SnapshotId(key), secrets));
    }

    @Override
    public Optional<Snapshot> find(SnapshotId id) throws CsiException, IOException {
        Optional<Snapshot> known = driverRecords.snapshots().find(id.value());
        return known.isEmpty() ? known : Optional.of(refreshedIfPossible(known.get()));
    }

    /// Fails with the driver's reason if the snapshot will never be ready.
    @Override
    public Snapshot require(SnapshotId id) throws CsiException, IOException {
        Optional<Snapshot> known = driverRecords.snapshots().find(id.value());
        return refreshed(known.orElseThrow(() -> RequestFields.notFound("snapshot", id)));
    }

    @Override
    public ListPage<Snapshot> list(Optional<VolumeId> of, Optional<String> token, int most)
            throws CsiException, IOException {
        ListPage<Snapshot> known = driverRecords
                .snapshots()
                .page(token, most, snapshot -> of.isEmpty() || of.get().equals(snapshot.of()));
        return new ListPage<>(allRefreshed(known.entries()), known.next());
    }

    private List<Snapshot> allRefreshed(List<Snapshot> known) throws CsiException, IOException {
        List<Snapshot> now = new ArrayList<>();
        for (Snapshot snapshot : known) {
            now.add(refreshedIfPossible(snapshot));
        }
        return now;
    }

    @Override
    public GroupSnapshot createGroup(NewGroupSnapshot wanted, GroupSnapshots grouping)
            throws CsiException, IOException {
        GroupSnapshot group = driverRecords
                .groups()
                .make(
                        wanted.id().value(),
                        wanted.name(),
                        RequestDigest.of(wanted.volumes(), wanted.parameters()),
                        () -> withMembersRecorded(wanted, grouping),
                        _ -> removeAll(wanted.members().values(), wanted.secrets()));
        List<Snapshot> members = new ArrayList<>();
        for (Snapshot member : group.members()) {
            members.add(refreshed(
                    driverRecords.snapshots().find(member.id().value()).orElse(member)));
        }
        return new GroupSnapshot(group.id(), members, group.takenAt());
    }

    private GroupSnapshot withMembersRecorded(NewGroupSnapshot wanted, GroupSnapshots grouping)
            throws CsiException, IOException {
        for (Map.Entry<VolumeId, SnapshotId> member : wanted.members().entrySet()) {
            String id = member.getValue().value();
            driverRecords.snapshots().announce(id, id, RequestDigest.of(member.getKey(), Map.of()));
        }
        GroupSnapshot cut = grouping.createGroupSnapshot(wanted);
        if (!cut.members().stream()
                .map(Snapshot::id)
                .toList()
                .equals(List.copyOf(wanted.members().values()))) {
            throw new CsiException(
                    CsiCode.INTERNAL, "the driver created snapshots that are not members of group " + wanted.id());
        }
        List<Snapshot> members = cut.members().stream()
                .map(member -> member.inGroup(wanted.id()))
                .toList();
        for (Snapshot member : members) {
            driverRecords.snapshots().settle(member.id().value(), member);
        }
        return new GroupSnapshot(wanted.id(), members, cut.takenAt());
    }

    @Override
    public void removeGroup(GroupSnapshotId id, Secrets secrets) throws CsiException, IOException {
        driverRecords.groups().remove(id.value(), _ -> removeMembers(id, secrets));
    }

    private void removeMembers(GroupSnapshotId group, Secrets secrets) throws CsiException, IOException {
        removeAll(
                driverRecords
                        .snapshots()
                        .page(Optional.empty(), 0, snapshot -> snapshot.group().equals(Optional.of(group)))
                        .entries()
                        .stream()
                        .map(Snapshot::id)
                        .toList(),
                secrets);
    }

    private void removeAll(Collection<SnapshotId> ids, Secrets secrets) throws CsiException, IOException {
        for (SnapshotId id : ids) {
            remove(id, secrets);
        }
    }

    /// Cleans up after a killed process; members before groups, because an announced member has no group yet.
    void recover() {
        driverRecords.snapshots().recover(id -> driver.deleteSnapshot(new SnapshotId(id), Secrets.NONE));
        driverRecords.groups().recover(id -> removeMembers(new GroupSnapshotId(id), Secrets.NONE));
    }

    @Override
    public Optional<GroupSnapshot> findGroup(GroupSnapshotId id) throws CsiException, IOException {
        Optional<GroupSnapshot> group = driverRecords.groups().find(id.value());
        return group.isEmpty() ? group : Optional.of(withMembersRefreshed(group.get()));
    }

    private GroupSnapshot withMembersRefreshed(GroupSnapshot group) throws CsiException, IOException {
        List<Snapshot> members = new ArrayList<>();
        for (Snapshot member : group.members()) {
            members.add(find(member.id()).orElse(member));
        }
        return new GroupSnapshot(group.id(), members, group.takenAt());
    }
}
