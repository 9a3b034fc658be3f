package dev.stowage.driver.btrfs;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.btrfs.BtrfsIoctl;
import dev.stowage.linux.btrfs.BtrfsSnapshotSet;
import dev.stowage.linux.btrfs.BtrfsSubvolume;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes snapshots. A single one is atomic. Several show the same point in time only if one btrfs transaction
/// created them all: they are requested together, checked, and deleted and requested again if their transactions
/// differ.
record BtrfsSnapshots(PoolDirectory folder, PoolSubvolumes poolSubvolumes, BtrfsQuota btrfsQuota) {
    private static final Logger log = LoggerFactory.getLogger(BtrfsSnapshots.class);
    private static final int ATTEMPTS = 20;
    /// Each takes a thread for a moment.
    private static final int MOST = 64;

    private static final String DATA = "data";

    List<SnapshotMeta> take(Map<VolumeMeta, SnapshotId> wanted) throws CsiException, IOException {
        if (wanted.size() > MOST) {
            throw CsiException.invalidArgument("a group snapshot can have at most " + MOST + " volumes");
        }
        for (SnapshotId id : wanted.values()) {
            Directories.ensure(folder.of(id));
        }
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Map<VolumeMeta, BtrfsSubvolume> made = attempt(wanted);
            if (made.values().stream().map(BtrfsSubvolume::madeIn).distinct().count() <= 1) {
                return write(wanted, made);
            }
            log.debug("Attempt {} to snapshot {} volumes in one transaction needed several.", attempt, wanted.size());
            for (SnapshotId id : wanted.values()) {
                destroy(id);
            }
        }
        for (SnapshotId id : wanted.values()) {
            remove(id);
        }
        throw new CsiException(
                CsiCode.UNAVAILABLE,
                "cannot snapshot %d volumes in one transaction after %d attempts: the pool is too busy; try again"
                        .formatted(wanted.size(), ATTEMPTS));
    }

    private Map<VolumeMeta, BtrfsSubvolume> attempt(Map<VolumeMeta, SnapshotId> wanted) throws IOException {
        List<Descriptor> opened = new ArrayList<>();
        try {
            List<BtrfsSnapshotSet.SnapshotRequest> all = new ArrayList<>();
            for (Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
                Descriptor source = poolSubvolumes.openData(one.getKey().id());
                opened.add(source);
                Descriptor parent = poolSubvolumes.open(one.getValue());
                opened.add(parent);
                all.add(new BtrfsSnapshotSet.SnapshotRequest(source, parent, DATA));
            }
            if (all.size() > 1) {
                // Each flushes its volume before the snapshot; the less there is to flush, the closer they are.
                BtrfsIoctl.sync(opened.getFirst());
            }
            BtrfsSnapshotSet.take(all);
            KillPoint.pass();
        } finally {
            opened.forEach(Descriptor::close);
        }
        Map<VolumeMeta, BtrfsSubvolume> made = new LinkedHashMap<>();
        for (Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
            try (Descriptor parent = poolSubvolumes.open(one.getValue())) {
                made.put(one.getKey(), poolSubvolumes.require(parent));
            }
        }
        return made;
    }

    private List<SnapshotMeta> write(Map<VolumeMeta, SnapshotId> wanted, Map<VolumeMeta, BtrfsSubvolume> made)
            throws IOException {
        List<SnapshotMeta> written = new ArrayList<>();
        for (Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
            VolumeMeta of = one.getKey();
            BtrfsSubvolume subvolume = requireNonNull(made.get(of));
            SnapshotMeta meta = new SnapshotMeta(
                    one.getValue(), of.id(), of.size(), of.fsType(), of.block(), subvolume.madeAt(), true);
            folder.write(meta);
            written.add(meta);
        }
        return written;
    }

    /// Removes the snapshot, or what is left of one.
    void remove(SnapshotId id) throws IOException {
        folder.forget(id);
        destroy(id);
        folder.remove(id);
    }

    private void destroy(SnapshotId id) throws IOException {
        try (Descriptor root = poolSubvolumes.root();
                Descriptor parent = poolSubvolumes.open(id)) {
            poolSubvolumes.destroy(parent, root, btrfsQuota);
        } catch (LinuxException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
            }
        }
    }
}
