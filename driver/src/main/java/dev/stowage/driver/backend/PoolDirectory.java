package dev.stowage.driver.backend;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The layout of a pool on disk, the same for every backend:
///
/// ```
/// volumes/ID/volume.json      what is known of the volume       volumes/ID/…      its data
/// snapshots/ID/snapshot.json  what is known of the snapshot     snapshots/ID/…    its data
/// snapshots/ID/failed         why the snapshot has no data
/// received/volumes/ID/…       a copy from another node, until it is activated
/// incoming/volumes/ID/…       that copy with a difference that is not complete
/// ```
///
/// A directory without its record is the leftover of an interrupted creation or deletion. Nothing is cached:
/// several nodes may use one pool.
public record PoolDirectory(Path root) {

    private static final String VOLUME = "volume.json";
    private static final String SNAPSHOT = "snapshot.json";
    private static final String FAILED = "failed";

    /// Creates the two directories.
    public void ensure() throws IOException {
        Directories.ensure(volumes());
        Directories.ensure(snapshots());
    }

    /// Copies that came from other nodes and are no volumes yet.
    public PoolDirectory received() {
        return new PoolDirectory(root.resolve("received"));
    }

    /// What these copies will be when the differences that are being received are complete.
    public PoolDirectory incoming() {
        return new PoolDirectory(root.resolve("incoming"));
    }

    public Path volumes() {
        return root.resolve("volumes");
    }

    public Path snapshots() {
        return root.resolve("snapshots");
    }

    public Path of(VolumeId id) {
        return volumes().resolve(id.value());
    }

    public Path of(SnapshotId id) {
        return snapshots().resolve(id.value());
    }

    public Optional<VolumeMeta> find(VolumeId id) throws IOException {
        return RecordFile.find(of(id).resolve(VOLUME), new MetaCodecs.OfVolume());
    }

    public Optional<SnapshotMeta> find(SnapshotId id) throws IOException {
        return RecordFile.find(of(id).resolve(SNAPSHOT), new MetaCodecs.OfSnapshot());
    }

    /// The volume's directory exists and its record is on disk when this returns.
    public void write(VolumeMeta meta) throws IOException {
        Directories.ensure(of(meta.id()));
        RecordFile.write(of(meta.id()).resolve(VOLUME), new MetaCodecs.OfVolume(), meta);
        Directories.sync(volumes());
    }

    public void write(SnapshotMeta meta) throws IOException {
        Directories.ensure(of(meta.id()));
        RecordFile.write(of(meta.id()).resolve(SNAPSHOT), new MetaCodecs.OfSnapshot(), meta);
        Directories.sync(snapshots());
    }

    /// Removes the record only, as the first step of a deletion that may be interrupted: half a volume must not
    /// look whole.
    public void forget(VolumeId id) throws IOException {
        RecordFile.delete(of(id).resolve(VOLUME));
    }

    public void forget(SnapshotId id) throws IOException {
        RecordFile.delete(of(id).resolve(SNAPSHOT));
    }

    /// Removes the directory with everything in it, never across a mount point.
    public void remove(VolumeId id) throws IOException {
        Directories.removeTree(volumes(), id.value());
        Directories.sync(volumes());
    }

    public void remove(SnapshotId id) throws IOException {
        Directories.removeTree(snapshots(), id.value());
        Directories.sync(snapshots());
    }

    /// Removes the record and the data of a snapshot that could not be completed, and keeps the reason for those
    /// who ask for it, until the snapshot is deleted.
    public void fail(SnapshotId id, String why) throws IOException {
        forget(id);
        remove(id);
        Directories.ensure(of(id));
        Files.writeString(of(id).resolve(FAILED), why);
        Directories.sync(snapshots());
    }

    /// Why the snapshot has no data, if that is known.
    public Optional<String> failure(SnapshotId id) throws IOException {
        try {
            return Optional.of(Files.readString(of(id).resolve(FAILED)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Every volume that has a directory, with a record or without.
    public List<VolumeId> volumeIds() throws IOException {
        List<VolumeId> ids = new ArrayList<>();
        for (String name : Directories.list(volumes())) {
            VolumeId.parse(name).ifPresent(ids::add);
        }
        return ids;
    }

    public List<SnapshotId> snapshotIds() throws IOException {
        List<SnapshotId> ids = new ArrayList<>();
        for (String name : Directories.list(snapshots())) {
            SnapshotId.parse(name).ifPresent(ids::add);
        }
        return ids;
    }
}
