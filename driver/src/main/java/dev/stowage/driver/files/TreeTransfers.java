package dev.stowage.driver.files;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/// Volumes that are trees of files, and go to other drivers or come from there.
public final class TreeTransfers implements PoolTransfers {

    private static final String DATA = "data";
    private static final String PROGRESS = "progress";

    private final PoolDirectory pool;
    private final TreeStore store;

    public TreeTransfers(PoolDirectory pool, TreeStore store) {
        this.pool = pool;
        this.store = store;
    }

    @Override
    public TransferFormat format() {
        return TransferFormat.FILES;
    }

    @Override
    public TransferBlocks blocks(VolumeSource what) throws CsiException, IOException {
        store.requirePool();
        Bytes size = size(what);
        return FileArchive.of(size, open(what));
    }

    @Override
    public TransferBlocks difference(SnapshotId base, VolumeSource what) throws CsiException, IOException {
        store.requirePool();
        Bytes size = size(what);
        return difference(size, store.openSnapshot(base), () -> open(what));
    }

    /// Opens a tree for reading.
    @FunctionalInterface
    private interface Opening {
        Descriptor open() throws CsiException, IOException;
    }

    /// @param base closed also when this fails
    private TransferBlocks difference(Bytes size, Descriptor base, Opening opening) throws CsiException, IOException {
        Optional<Descriptor> tree = Optional.empty();
        try {
            tree = Optional.of(opening.open());
            return FileArchive.difference(size, base, tree.get(), store.changed(base, tree.get()));
        } catch (CsiException | IOException | RuntimeException e) {
            base.close();
            tree.ifPresent(Descriptor::close);
            throw e;
        }
    }

    private Bytes size(VolumeSource what) throws CsiException, IOException {
        return switch (what) {
            case VolumeSource.OfSnapshot(SnapshotId id) ->
                pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("snapshot %s does not exist".formatted(id)))
                        .size();
            case VolumeSource.OfVolume(VolumeId id) ->
                pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("volume %s does not exist".formatted(id)))
                        .size();
        };
    }

    private Descriptor open(VolumeSource what) throws CsiException, IOException {
        return switch (what) {
            case VolumeSource.OfSnapshot(SnapshotId id) -> store.openSnapshot(id);
            case VolumeSource.OfVolume(VolumeId id) -> store.openVolume(id);
        };
    }

    @Override
    public Optional<VolumeMeta> received(VolumeId id) throws IOException {
        return pool.received().find(id);
    }

    @Override
    public Optional<VolumeMeta> incoming(VolumeId id) throws IOException {
        return pool.incoming().find(id);
    }

    @Override
    public void make(VolumeMeta wanted, boolean renamed, Map<String, String> parameters)
            throws CsiException, IOException {
        store.requirePool();
        prepare(pool.received(), wanted.id());
        store.make(pool.received(), wanted);
        KillPoint.pass();
        pool.received().write(wanted);
        KillPoint.pass();
    }

    @Override
    public void makeDifference(VolumeMeta wanted) throws CsiException, IOException {
        store.requirePool();
        prepare(pool.incoming(), wanted.id());
        store.copy(pool.received(), pool.incoming(), wanted);
        KillPoint.pass();
        pool.incoming().write(wanted);
        KillPoint.pass();
    }

    /// Without its record it is what an interrupted call left.
    private void prepare(PoolDirectory place, VolumeId id) throws CsiException, IOException {
        remove(place, id);
        Directories.ensure(place.volumes());
        Directories.ensure(place.of(id));
        KillPoint.pass();
    }

    @Override
    public TransferTarget open(VolumeId id) throws CsiException, IOException {
        store.requirePool();
        Optional<VolumeMeta> incoming = incoming(id);
        VolumeMeta copy = requireReceived(id);
        if (incoming.isPresent()) {
            Bytes size = incoming.get().size();
            return ArchiveTarget.open(
                    tree(pool.incoming(), id),
                    pool.incoming().of(id).resolve(PROGRESS),
                    () -> difference(size, tree(pool.received(), id), () -> tree(pool.incoming(), id)));
        }
        return ArchiveTarget.open(
                tree(pool.received(), id),
                pool.received().of(id).resolve(PROGRESS),
                () -> FileArchive.of(copy.size(), tree(pool.received(), id)));
    }

    private static Descriptor tree(PoolDirectory place, VolumeId id) throws IOException {
        try (BeneathResolver volumes = BeneathResolver.withinMount(place.volumes())) {
            return volumes.openDirectory(id.value() + "/" + DATA);
        }
    }

    private VolumeMeta requireReceived(VolumeId id) throws CsiException, IOException {
        return received(id)
                .orElseThrow(() -> CsiException.notFound("there is no copy of volume %s in this pool".formatted(id)));
    }

    @Override
    public void complete(VolumeId id) throws CsiException, IOException {
        store.requirePool();
        Optional<VolumeMeta> difference = incoming(id);
        Path copy = pool.received().of(id);
        if (difference.isPresent()) {
            Path incoming = pool.incoming().of(id);
            if (Files.exists(incoming.resolve(DATA))) {
                store.remove(pool.received(), id);
                KillPoint.pass();
                Files.move(incoming.resolve(DATA), copy.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
                KillPoint.pass();
                Directories.sync(copy);
                Directories.sync(incoming);
            } else if (!Files.exists(copy.resolve(DATA))) {
                throw new IOException(
                        "the data of the copy of volume %s is missing in %s and %s".formatted(id, copy, incoming));
            }
            pool.received().write(difference.get());
            KillPoint.pass();
        }
        Files.deleteIfExists(copy.resolve(PROGRESS));
        abandon(id);
    }

    @Override
    public void abandon(VolumeId id) throws CsiException, IOException {
        remove(pool.incoming(), id);
    }

    @Override
    public void discard(VolumeId id) throws CsiException, IOException {
        abandon(id);
        if (Files.exists(pool.received().of(id))) {
            remove(pool.received(), id);
            store.removed(id);
        }
    }

    /// The record first: what is removed halfway must not look whole.
    private void remove(PoolDirectory place, VolumeId id) throws CsiException, IOException {
        if (Files.exists(place.of(id))) {
            store.requirePool();
            place.forget(id);
            store.remove(place, id);
            KillPoint.pass();
            place.remove(id);
            KillPoint.pass();
        }
    }

    @Override
    public VolumeMeta activate(VolumeId id) throws CsiException, IOException {
        store.requirePool();
        Optional<VolumeMeta> before = pool.find(id);
        if (before.isPresent()) {
            return before.get();
        }
        VolumeMeta copy = requireReceived(id);
        Files.deleteIfExists(pool.received().of(id).resolve(PROGRESS));
        Files.move(pool.received().of(id), pool.of(id), StandardCopyOption.ATOMIC_MOVE);
        KillPoint.pass();
        Directories.sync(pool.volumes());
        Directories.sync(pool.received().volumes());
        return copy;
    }
}
