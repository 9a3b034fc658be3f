package dev.stowage.driver.btrfs;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.files.ChangedFiles;
import dev.stowage.driver.files.PoolPresence;
import dev.stowage.driver.files.TreeStore;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.btrfs.BtrfsInodes;
import dev.stowage.linux.btrfs.BtrfsQgroups;
import dev.stowage.linux.btrfs.BtrfsSubvolume;
import dev.stowage.linux.btrfs.BtrfsSubvolumes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// Subvolumes as trees that are sent and received. Which files have changed is known from the inodes, when one of two
/// subvolumes is a snapshot of the other, or both are snapshots of a third.
final class BtrfsTrees implements TreeStore {

    private static final String DATA = "data";

    private final PoolSubvolumes subvolumes;
    private final BtrfsQuota quota;
    private final PoolPresence presence;

    BtrfsTrees(PoolSubvolumes subvolumes, BtrfsQuota quota, PoolPresence presence) {
        this.subvolumes = subvolumes;
        this.quota = quota;
        this.presence = presence;
    }

    @Override
    public void requirePool() throws CsiException, IOException {
        presence.requirePool();
    }

    @Override
    public Descriptor openSnapshot(SnapshotId id) throws IOException {
        try (Descriptor parent = subvolumes.open(id)) {
            return PoolSubvolumes.data(parent);
        }
    }

    @Override
    public Descriptor openVolume(VolumeId id) throws CsiException, IOException {
        presence.refuseWhenUsed(id);
        return subvolumes.openData(id);
    }

    @Override
    public ChangedFiles changed(Descriptor base, Descriptor tree) throws IOException {
        Optional<BtrfsSubvolume> before = BtrfsSubvolumes.find(base);
        Optional<BtrfsSubvolume> now = BtrfsSubvolumes.find(tree);
        OptionalLong since = before.isPresent() && now.isPresent()
                ? SubvolumeLineage.commonUntil(before.get(), now.get())
                : OptionalLong.empty();
        if (since.isEmpty()) {
            return ChangedFiles.ANY;
        }
        BtrfsInodes changed = BtrfsInodes.changedAfter(tree, since.getAsLong());
        Stat baseRoot = Stat.of(base);
        Stat root = Stat.of(tree);
        // What is in a subvolume of its own, inside of the tree, has inode numbers of its own.
        return (old, file) -> !old.device().equals(baseRoot.device())
                || !file.device().equals(root.device())
                || old.inode() != file.inode()
                || changed.contains(file.inode());
    }

    @Override
    public void make(PoolDirectory place, VolumeMeta wanted) throws CsiException, IOException {
        PoolSubvolumes there = new PoolSubvolumes(place);
        try (Descriptor root = subvolumes.root();
                Descriptor parent = there.open(wanted.id())) {
            quota.ensure(root);
            there.create(parent);
            limit(root, there.require(parent), wanted);
        }
    }

    @Override
    public void copy(PoolDirectory from, PoolDirectory to, VolumeMeta wanted) throws CsiException, IOException {
        PoolSubvolumes there = new PoolSubvolumes(to);
        try (Descriptor root = subvolumes.root();
                Descriptor original = new PoolSubvolumes(from).openData(wanted.id());
                Descriptor parent = there.open(wanted.id())) {
            quota.ensure(root);
            BtrfsSubvolumes.snapshot(original, parent, DATA, false);
            limit(root, there.require(parent), wanted);
        }
    }

    private static void limit(Descriptor root, BtrfsSubvolume subvolume, VolumeMeta volume) throws IOException {
        OptionalLong exclusive = BtrfsSettings.exclusiveLimit(volume.settings());
        BtrfsQgroups.limit(root, subvolume.id(), OptionalLong.of(volume.size().count()), exclusive);
    }

    @Override
    public void remove(PoolDirectory place, VolumeId id) throws IOException {
        PoolSubvolumes there = new PoolSubvolumes(place);
        try (Descriptor root = subvolumes.root();
                Descriptor parent = there.open(id)) {
            there.destroy(parent, root, quota);
        } catch (LinuxException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
            }
        }
    }
}
