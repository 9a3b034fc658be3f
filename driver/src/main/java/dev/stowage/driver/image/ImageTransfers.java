package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.UnmountedGrowth;
import dev.stowage.driver.device.UuidRenewal;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/// Images that go to other drivers and come from there.
final class ImageTransfers implements PoolTransfers {

    private final PoolSource source;
    private final LoopAttachments attachments;
    private final ImageSnapshots imageSnapshots;
    private final UnmountedGrowth unmountedGrowth;

    ImageTransfers(
            PoolSource source,
            LoopAttachments attachments,
            ImageSnapshots imageSnapshots,
            UnmountedGrowth unmountedGrowth) {
        this.source = source;
        this.attachments = attachments;
        this.imageSnapshots = imageSnapshots;
        this.unmountedGrowth = unmountedGrowth;
    }

    @Override
    public TransferBlocks blocks(VolumeSource what) throws CsiException, IOException {
        return ImageBlocks.of(() -> open(what));
    }

    @Override
    public TransferBlocks difference(SnapshotId base, VolumeSource what) throws CsiException, IOException {
        return ImageBlocks.of(() -> open(new VolumeSource.OfSnapshot(base)), () -> open(what));
    }

    private Descriptor open(VolumeSource what) throws CsiException, IOException {
        PoolDirectory pool = source.directory();
        return switch (what) {
            case VolumeSource.OfSnapshot(SnapshotId id) -> {
                SnapshotMeta snapshot = pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("snapshot %s does not exist".formatted(id)));
                if (!snapshot.complete()) {
                    throw CsiException.failedPrecondition("snapshot %s is still being copied; try again".formatted(id));
                }
                yield ImageFile.of(pool, id).openForReading();
            }
            case VolumeSource.OfVolume(VolumeId id) -> {
                unmountedGrowth.refuseUnlessComplete(pool, id);
                attachments.detachUnused(pool, id);
                yield attachments.lock(pool, id, true); // nobody attaches it for writing while it is read
            }
        };
    }

    @Override
    public Optional<VolumeMeta> received(VolumeId id) throws CsiException, IOException {
        return source.isMade() ? source.directory().received().find(id) : Optional.empty();
    }

    @Override
    public Optional<VolumeMeta> incoming(VolumeId id) throws CsiException, IOException {
        return source.isMade() ? source.directory().incoming().find(id) : Optional.empty();
    }

    @Override
    public void make(VolumeMeta wanted, boolean renamed, Map<String, String> parameters)
            throws CsiException, IOException {
        PoolDirectory received = source.directory().received();
        clear(received, wanted.id());
        ImageFile image = ImageFile.of(received, wanted.id());
        image.create().close();
        reserve(image, wanted);
        if (renamed && !wanted.block()) {
            UuidRenewal.note(received, wanted.id());
        }
        received.write(wanted);
    }

    @Override
    public void makeDifference(VolumeMeta wanted) throws CsiException, IOException {
        PoolDirectory pool = source.directory();
        clear(pool.incoming(), wanted.id());
        ImageFile image = ImageFile.of(pool.incoming(), wanted.id());
        imageSnapshots.copy(pool, ImageFile.of(pool.received(), wanted.id()), image);
        reserve(image, wanted);
        pool.incoming().write(wanted);
    }

    /// Without its record it is what an interrupted call left.
    private static void clear(PoolDirectory place, VolumeId id) throws IOException {
        Directories.ensure(place.volumes());
        place.remove(id);
        Directories.ensure(place.of(id));
    }

    private static void reserve(ImageFile file, VolumeMeta wanted) throws CsiException, IOException {
        try (Descriptor image = file.openForWriting()) {
            ImageFile.extend(image, ImageFile.length(wanted.size()), wanted.thin());
        }
    }

    @Override
    public TransferTarget open(VolumeId id) throws CsiException, IOException {
        PoolDirectory pool = source.directory();
        ImageFile copy = ImageFile.of(pool.received(), id);
        Optional<VolumeMeta> incoming = pool.incoming().find(id);
        if (incoming.isPresent()) {
            ImageFile difference = ImageFile.of(pool.incoming(), id);
            return ImageTarget.open(
                    difference, Optional.of(copy), incoming.get().thin());
        }
        VolumeMeta received = pool.received().find(id).orElseThrow(() -> noCopy(id));
        return ImageTarget.open(copy, Optional.empty(), received.thin());
    }

    @Override
    public void complete(VolumeId id) throws CsiException, IOException {
        PoolDirectory pool = source.directory();
        Optional<VolumeMeta> incoming = pool.incoming().find(id);
        if (incoming.isEmpty()) {
            abandon(id); // the directory, when an earlier call was interrupted at its very end
            return;
        }
        ImageFile difference = ImageFile.of(pool.incoming(), id);
        if (difference.find().isPresent()) {
            Files.move(difference.path(), ImageFile.of(pool.received(), id).path(), StandardCopyOption.ATOMIC_MOVE);
            Directories.sync(pool.received().of(id));
        }
        pool.received().write(incoming.get());
        abandon(id);
    }

    @Override
    public void abandon(VolumeId id) throws CsiException, IOException {
        if (source.isMade()) {
            remove(source.directory().incoming(), id);
        }
    }

    @Override
    public void discard(VolumeId id) throws CsiException, IOException {
        if (source.isMade()) {
            abandon(id);
            remove(source.directory().received(), id);
        }
    }

    /// The record first: what is removed halfway must not look whole.
    private static void remove(PoolDirectory place, VolumeId id) throws IOException {
        if (Files.exists(place.of(id))) {
            place.forget(id);
            place.remove(id);
        }
    }

    @Override
    public VolumeMeta activate(VolumeId id) throws CsiException, IOException {
        PoolDirectory pool = source.directory();
        Optional<VolumeMeta> before = pool.find(id);
        Optional<VolumeMeta> received = pool.received().find(id);
        if (before.isPresent() && received.isEmpty()) {
            return before.get();
        }
        if (before.isPresent()) {
            throw CsiException.failedPrecondition("volume %s exists beside its copy; delete one of them".formatted(id));
        }
        VolumeMeta copy = received.orElseThrow(() -> noCopy(id));
        // A blank image is of a volume that was never used: the first stage formats it.
        if (!copy.block() && attachments.holdsData(pool.received(), id)) {
            copy = copy.asFormatted();
        } else {
            UuidRenewal.forget(pool.received(), id);
        }
        pool.received().write(copy);
        Directories.ensure(pool.volumes());
        Files.move(pool.received().of(id), pool.of(id), StandardCopyOption.ATOMIC_MOVE);
        Directories.sync(pool.volumes());
        Directories.sync(pool.received().volumes());
        return copy;
    }

    private static CsiException noCopy(VolumeId id) {
        return CsiException.notFound("there is no copy of volume %s in this pool".formatted(id));
    }
}
