package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.FileAllocation;
import dev.stowage.linux.file.NoCopyOnWrite;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The image of a volume or of a snapshot: a file of a fixed name, opened without following any symbolic link
/// from the pool's root.
///
/// @param root the pool
/// @param folder beneath it
record ImageFile(Path root, String folder) {

    private static final Logger log = LoggerFactory.getLogger(ImageFile.class);

    static final String NAME = "image";

    /// Devices count in sectors, file systems in blocks; a file that ends in the middle of one would be cut off.
    private static final long BLOCK = 4096;

    private static final int OWNER_ONLY = 0600;

    static ImageFile of(PoolDirectory pool, VolumeId id) {
        return new ImageFile(pool.root(), pool.root().relativize(pool.of(id)).toString());
    }

    static ImageFile of(PoolDirectory pool, SnapshotId id) {
        return new ImageFile(pool.root(), pool.root().relativize(pool.of(id)).toString());
    }

    static long length(Bytes size) {
        return Math.ceilDiv(size.count(), BLOCK) * BLOCK;
    }

    Path path() {
        return root.resolve(folder).resolve(NAME);
    }

    /// What is there, when it is a regular file.
    Optional<Stat> find() throws IOException {
        return Stat.find(path()).filter(Stat::isRegularFile);
    }

    Descriptor openForReading() throws IOException {
        try (BeneathResolver pool = BeneathResolver.of(root)) {
            return regular(pool.openForReading(folder + "/" + NAME));
        }
    }

    Descriptor openForWriting() throws IOException {
        try (BeneathResolver pool = BeneathResolver.of(root)) {
            return regular(pool.openForWriting(folder + "/" + NAME));
        }
    }

    /// Creates the file; the directory exists. On btrfs it is overwritten in place: otherwise an overwrite of
    /// reserved blocks needs new ones, and fails when the pool is full. Clones get the attribute from their source.
    Descriptor create() throws IOException {
        try (BeneathResolver pool = BeneathResolver.of(root)) {
            Descriptor made = pool.create(folder + "/" + NAME, OWNER_ONLY);
            try {
                boolean ignored = NoCopyOnWrite.set(made);
                return made;
            } catch (IOException | RuntimeException e) {
                made.close();
                throw e;
            }
        }
    }

    private static Descriptor regular(Descriptor opened) throws IOException {
        if (!Stat.of(opened).isRegularFile()) {
            opened.close();
            throw new IOException(opened + " is not a regular file");
        }
        return opened;
    }

    /// @throws CsiException FAILED_PRECONDITION when the image of a volume is missing or was cut off
    static void requireWhole(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        ImageFile image = of(pool, volume.id());
        Optional<Stat> found = Stat.find(image.path());
        if (found.isEmpty()) {
            throw CsiException.failedPrecondition(
                    "the image of volume %s is missing: %s".formatted(volume.id(), image.path()));
        }
        if (!found.get().isRegularFile()) {
            throw CsiException.failedPrecondition(
                    "the image of volume %s is not a regular file: %s".formatted(volume.id(), image.path()));
        }
        boolean unformatted = !volume.formatted() && !volume.block();
        if (!unformatted && found.get().size() < volume.size().count()) {
            throw CsiException.failedPrecondition("the image of volume %s is truncated: it has %s of %s"
                    .formatted(volume.id(), Bytes.of(found.get().size()), volume.size()));
        }
        if (unformatted && found.get().size() < volume.size().count()) {
            log.info(
                    "The image of volume {} is shorter than recorded; extending it, as it was never used.",
                    volume.id());
        }
    }

    /// Makes the file at least this long, and its blocks reserved unless it is thin. When the pool is full, the
    /// file is as long as it was.
    static void extend(Descriptor image, long length, boolean thin) throws CsiException, IOException {
        long before = Stat.of(image).size();
        try {
            if (!thin) {
                FileAllocation.allocate(image, 0, Math.max(length, before));
            } else if (length > before) {
                setLength(image, length);
            }
            image.sync();
        } catch (LinuxException e) {
            if (e.errno() != Errno.ENOSPC && e.errno() != Errno.EDQUOT && e.errno() != Errno.EFBIG) {
                throw e;
            }
            // Gives back what was reserved beyond the old end.
            setLength(image, before);
            throw new CsiException(
                    dev.stowage.sdk.CsiCode.RESOURCE_EXHAUSTED,
                    "the pool has no space for an image of %s: %s".formatted(Bytes.of(length), e.getMessage()),
                    e);
        }
    }

    static void setLength(Descriptor image, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.path().toFile(), "rw")) {
            file.setLength(length);
        }
    }
}
