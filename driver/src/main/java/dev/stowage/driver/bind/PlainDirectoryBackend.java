package dev.stowage.driver.bind;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A backend whose volumes are plain directories. Their sizes are not enforced.
public abstract class PlainDirectoryBackend extends BindBackend {

    protected PlainDirectoryBackend(PoolDirectory folder, Mounts mounts) {
        super(folder, mounts);
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException {
        if (source.isPresent()) {
            throw CsiException.unimplemented("volumes of this pool are plain directories, which do not support copies");
        }
        requirePool();
        createData(wanted, DATA_MODE);
    }

    protected final void createData(VolumeMeta wanted, int mode) throws IOException {
        Path own = directory().of(wanted.id());
        Directories.ensure(own);
        KillPoint.pass();
        Directories.ensure(own.resolve(DATA), mode);
        KillPoint.pass();
        directory().write(wanted);
    }

    @Override
    protected void removeData(VolumeId id) throws IOException {
        // Deleted with the directory.
    }

    /// Nothing is reserved or limited, so only the record changes.
    @Override
    public final boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        requirePool();
        directory().write(volume.size(size));
        return false;
    }

    /// Usage of the whole file system, because the workload can fill all of it.
    @Override
    public final Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        requirePool();
        requirePublished(volume, path);
        FileSystems.Stats stats = FileSystems.stats(path);
        Usage.Amount bytes = new Usage.Amount(stats.totalBytes(), stats.usedBytes(), stats.availableBytes());
        Optional<Usage.Amount> inodes = stats.inodes() == 0
                ? Optional.empty()
                : Optional.of(new Usage.Amount(stats.inodes(), stats.usedInodes(), stats.freeInodes()));
        return new Usage(bytes, inodes);
    }
}
