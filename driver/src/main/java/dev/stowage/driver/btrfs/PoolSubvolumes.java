package dev.stowage.driver.btrfs;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.btrfs.BtrfsSubvolume;
import dev.stowage.linux.btrfs.BtrfsSubvolumes;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.util.Optional;

/// The subvolumes `volumes/ID/data` and `snapshots/ID/data` of a pool, always reached beneath its open root.
record PoolSubvolumes(PoolDirectory folder) {
    private static final String DATA = "data";

    Descriptor root() throws IOException {
        return Descriptor.openDirectory(folder.root());
    }

    /// The volume's directory, which contains its subvolume.
    Descriptor open(VolumeId id) throws IOException {
        try (BeneathResolver volumes = BeneathResolver.withinMount(folder.volumes())) {
            return volumes.openDirectory(id.value());
        }
    }

    Descriptor open(SnapshotId id) throws IOException {
        try (BeneathResolver snapshots = BeneathResolver.withinMount(folder.snapshots())) {
            return snapshots.openDirectory(id.value());
        }
    }

    static Descriptor data(Descriptor parent) throws IOException {
        try (BeneathResolver own = BeneathResolver.withinMount(parent.path())) {
            return own.openDirectory(DATA);
        }
    }

    void create(Descriptor parent) throws IOException {
        BtrfsSubvolumes.create(parent, DATA);
    }

    /// A writable copy.
    void copy(VolumeSource source, Descriptor parent) throws CsiException, IOException {
        try (Descriptor from = parentOf(source);
                Descriptor data = data(from)) {
            BtrfsSubvolumes.snapshot(data, parent, DATA, false);
        }
    }

    private Descriptor parentOf(VolumeSource source) throws IOException {
        return switch (source) {
            case VolumeSource.OfSnapshot of -> open(of.snapshot());
            case VolumeSource.OfVolume of -> open(of.volume());
        };
    }

    Bytes sizeOf(VolumeSource source) throws CsiException, IOException {
        return switch (source) {
            case VolumeSource.OfSnapshot of ->
                folder.find(of.snapshot())
                        .map(SnapshotMeta::size)
                        .orElseThrow(() -> CsiException.notFound("snapshot " + of.snapshot() + " does not exist"));
            case VolumeSource.OfVolume of ->
                folder.find(of.volume())
                        .map(VolumeMeta::size)
                        .orElseThrow(() -> CsiException.notFound("volume " + of.volume() + " does not exist"));
        };
    }

    /// Holds the data open for a snapshot.
    Descriptor openData(VolumeId id) throws IOException {
        try (Descriptor parent = open(id)) {
            return data(parent);
        }
    }

    BtrfsSubvolume require(Descriptor parent) throws IOException {
        return find(parent)
                .orElseThrow(
                        () -> new IOException(parent + " contains no subvolume; the data of the volume is missing"));
    }

    Optional<BtrfsSubvolume> find(Descriptor parent) throws IOException {
        try (Descriptor data = data(parent)) {
            return BtrfsSubvolumes.find(data);
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    boolean holdsOthers(BtrfsSubvolume subvolume, Descriptor root) throws IOException {
        return !BtrfsSubvolumes.nested(root, subvolume.id()).isEmpty();
    }

    /// Includes nested subvolumes that a workload created. Other files are deleted together with the directory.
    void destroy(Descriptor parent, Descriptor root, BtrfsQuota btrfsQuota) throws IOException {
        Optional<BtrfsSubvolume> there = find(parent);
        if (there.isEmpty()) {
            return;
        }
        long id = there.get().id();
        BtrfsSubvolumes.destroyNested(root, id);
        KillPoint.pass();
        BtrfsSubvolumes.destroy(parent, DATA);
        KillPoint.pass();
        btrfsQuota.leaves(root, id);
    }
}
