package dev.stowage.sdk.server;

import static java.util.Objects.requireNonNull;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferSource;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.transfer.ArrayBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A driver whose volumes are arrays, and outlast the driver as long as the object does.
final class ArrayVolumes implements Volumes, Snapshots, Staging, Transfer {

    static final int SIZE = 2 << 20;

    final Map<VolumeId, byte[]> volumes = new ConcurrentHashMap<>();
    final Map<SnapshotId, byte[]> snapshots = new ConcurrentHashMap<>();
    final Map<VolumeId, byte[]> received = new ConcurrentHashMap<>();
    final Map<VolumeId, byte[]> incoming = new ConcurrentHashMap<>();

    /// Whether calls that create a volume end in the middle.
    volatile boolean cutOff;

    /// Whether a copy whose checksum is right cannot take its place.
    volatile boolean cannotComplete;

    @Override
    public Volume create(NewVolume wanted) throws CsiException {
        volumes.put(wanted.id(), new byte[SIZE]);
        if (cutOff) {
            throw new CsiException(CsiCode.DEADLINE_EXCEEDED, "the storage did not answer in time");
        }
        return Volume.of(wanted.id()).capacity(Bytes.of(SIZE));
    }

    @Override
    public void delete(VolumeId id, Secrets secrets) {
        volumes.remove(id);
    }

    @Override
    public Snapshot createSnapshot(NewSnapshot wanted) {
        snapshots.put(wanted.id(), requireNonNull(volumes.get(wanted.of())).clone());
        return Snapshot.of(wanted.id(), wanted.of(), Bytes.of(SIZE), Instant.now());
    }

    @Override
    public void deleteSnapshot(SnapshotId id, Secrets secrets) {
        snapshots.remove(id);
    }

    @Override
    public Volume restore(NewVolume wanted, Snapshot from) {
        throw new AssertionError("not part of these tests");
    }

    @Override
    public void stage(Stage wanted) {}

    @Override
    public void unstage(VolumeId volume, Path path) {}

    @Override
    public TransferSource send(VolumeSource what) {
        return new TransferSource(Map.of("colour", "blue"), ArrayBlocks.whole(content(what), 64));
    }

    @Override
    public TransferSource sendDifference(SnapshotId base, VolumeSource what) {
        byte[] before = requireNonNull(snapshots.get(base));
        return new TransferSource(Map.of("colour", "blue"), ArrayBlocks.difference(before, content(what)));
    }

    private byte[] content(VolumeSource what) {
        return switch (what) {
            case VolumeSource.OfSnapshot(SnapshotId id) -> requireNonNull(snapshots.get(id));
            case VolumeSource.OfVolume(VolumeId id) -> requireNonNull(volumes.get(id));
        };
    }

    @Override
    public TransferTarget receive(IncomingVolume wanted) throws CsiException {
        if (wanted.header().size().count() > SIZE) {
            throw CsiException.resourceExhausted("volumes have 2 MiB at most");
        }
        byte[] base = received.computeIfAbsent(wanted.id(), _ -> new byte[SIZE]);
        return wanted.header().isDifference()
                ? new ArrayTarget(incoming.computeIfAbsent(wanted.id(), _ -> base.clone()), base)
                : new ArrayTarget(base, new byte[0]);
    }

    /// Compares with the base, which is empty for a whole volume.
    private static final class ArrayTarget implements TransferTarget {

        private final byte[] volume;
        private final byte[] base;

        ArrayTarget(byte[] volume, byte[] base) {
            this.volume = volume;
            this.base = base;
        }

        @Override
        public void write(long offset, ByteBuffer bytes) {
            bytes.get(volume, (int) offset, bytes.remaining());
        }

        @Override
        public void zero(long offset, long length) {
            Arrays.fill(volume, (int) offset, (int) (offset + length), (byte) 0);
        }

        @Override
        public void sync() {}

        @Override
        public TransferBlocks written() {
            return base.length == 0 ? ArrayBlocks.whole(volume, 100) : ArrayBlocks.difference(base, volume);
        }

        @Override
        public void close() {}
    }

    @Override
    public void complete(IncomingVolume wanted) throws IOException {
        if (cannotComplete) {
            throw new IOException("the disk fails");
        }
        byte[] difference = incoming.remove(wanted.id());
        if (difference != null) {
            received.put(wanted.id(), difference);
        }
    }

    @Override
    public void abandon(VolumeId volume) {
        incoming.remove(volume);
    }

    @Override
    public Volume activate(VolumeId volume) {
        byte[] copy = received.remove(volume);
        if (copy != null) {
            volumes.put(volume, copy);
        }
        return Volume.of(volume).capacity(Bytes.of(SIZE));
    }

    @Override
    public void discard(VolumeId volume) {
        incoming.remove(volume);
        received.remove(volume);
    }
}
