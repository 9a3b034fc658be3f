package dev.stowage.examples.hello;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.CapacityQuery;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeStats;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.server.CsiServer;
import dev.stowage.sdk.server.DriverEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// A directory per volume, bind-mounted at the target path. Sizes are not enforced.
final class HelloDriver implements Volumes, Publishing, Capacity, VolumeStats {

    static final String NAME = "hello.stowage.dev";

    private final Path pool;
    private final Mounts mounts;

    HelloDriver(DriverEnvironment environment) throws IOException {
        this.pool = environment.data().resolve("volumes");
        this.mounts = environment.mounts();
        Directories.ensure(pool);
    }

    static void main(String[] args) {
        CsiServer.main(NAME, HelloDriver::new, args);
    }

    @Override
    public Volume create(NewVolume wanted) throws CsiException, IOException {
        if (FileSystems.free(pool) < wanted.atLeast().count()) {
            throw CsiException.resourceExhausted("pool " + pool + " has no space for " + wanted.atLeast());
        }
        Directories.ensure(directory(wanted.id()), 0777); // any user may own the files
        Directories.sync(pool);
        return Volume.of(wanted.id()).capacity(wanted.atLeast());
    }

    @Override
    public void delete(VolumeId id, Secrets secrets) throws IOException {
        Directories.removeTree(pool, id.value()); // beneath the pool, never across a mount
    }

    @Override
    public void publish(Publication wanted) throws CsiException, IOException {
        Path source = directory(wanted.volume());
        if (!Files.isDirectory(source)) {
            throw CsiException.notFound("volume " + wanted.volume() + " does not exist in " + pool);
        }
        if (mounts.at(wanted.target()).isEmpty()) { // a directory alone is not a mount
            Directories.ensure(wanted.target());
            mounts.bind(source, wanted.target(), wanted.readOnly());
        }
    }

    @Override
    public void unpublish(VolumeId id, Path target) throws IOException {
        mounts.release(target);
    }

    @Override
    public Set<AccessMode> accessModes() {
        return Set.of(
                AccessMode.SINGLE_NODE_WRITER,
                AccessMode.SINGLE_NODE_READER_ONLY,
                AccessMode.SINGLE_NODE_SINGLE_WRITER,
                AccessMode.SINGLE_NODE_MULTI_WRITER);
    }

    @Override
    public AvailableCapacity available(CapacityQuery query) throws IOException {
        return AvailableCapacity.of(Bytes.of(FileSystems.free(pool)));
    }

    @Override
    public Usage stats(VolumeId volume, Path path) throws IOException {
        var pooled = FileSystems.stats(path);
        return new Usage(
                new Usage.Amount(pooled.totalBytes(), pooled.usedBytes(), pooled.availableBytes()),
                Optional.of(new Usage.Amount(pooled.inodes(), pooled.usedInodes(), pooled.freeInodes())));
    }

    private Path directory(VolumeId id) {
        return pool.resolve(id.value());
    }
}
