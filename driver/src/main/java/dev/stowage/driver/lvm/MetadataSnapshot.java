package dev.stowage.driver.lvm;

import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.volumegroup.ThinPoolMetadata;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the metadata of the thin pool while it changes, by the one snapshot that the kernel can keep of it.
///
/// A note says that the snapshot is ours, from before it is taken until it is released; it outlasts a reboot, as the
/// snapshot does. One without a note belongs to another program and is never released.
final class MetadataSnapshot {

    private static final Logger log = LoggerFactory.getLogger(MetadataSnapshot.class);

    private final VolumeGroup group;
    private final Path notes;
    private final Duration wait;
    private final CheckpointListener checkpoints;
    private final Semaphore turn = new Semaphore(1, true);

    /// @param notes a directory on this node
    /// @param wait how long a call waits for the one before it
    MetadataSnapshot(VolumeGroup group, Path notes, Duration wait, CheckpointListener checkpoints) {
        this.group = group;
        this.notes = notes;
        this.wait = wait;
        this.checkpoints = checkpoints;
    }

    @FunctionalInterface
    interface Reader {
        void read(ThinPoolMetadata metadata, Consumer<String> output) throws IOException;
    }

    /// What a program prints about the metadata. The snapshot is released when this returns.
    ///
    /// @throws CsiException ABORTED while another call reads, UNAVAILABLE while another program does
    MappingsFile read(Reader reader) throws CsiException, IOException {
        takeTurn();
        try {
            ThinPoolMetadata metadata = group.thinPoolMetadata();
            releaseOwn(metadata);
            if (metadata.isReserved()) {
                throw new CsiException(
                        CsiCode.UNAVAILABLE,
                        "another program reads the metadata of thin pool %s; if none does, release its snapshot with dmsetup message %s-tpool 0 release_metadata_snap"
                                .formatted(group.name(), group.name().toString().replace('/', '-')));
            }
            Directories.ensure(notes);
            Files.writeString(note(), group.name().toString());
            Directories.sync(notes);
            try {
                metadata.reserve();
                checkpoints.reached(Checkpoint.METADATA_RESERVED);
                return MappingsFile.of(notes.resolve("mappings"), output -> reader.read(metadata, output));
            } finally {
                releaseOwn(metadata);
            }
        } finally {
            turn.release();
        }
    }

    private void takeTurn() throws CsiException {
        try {
            if (turn.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw CsiException.aborted(
                "another call reads the metadata of thin pool %s; try again".formatted(group.name()));
    }

    /// Releases what a killed process left.
    void recover() throws IOException {
        if (Files.exists(note())) {
            log.warn("Releasing the metadata snapshot of thin pool {}, which an interrupted call left.", group.name());
            releaseOwn(group.thinPoolMetadata());
        }
    }

    private void releaseOwn(ThinPoolMetadata metadata) throws IOException {
        if (Files.exists(note())) {
            if (metadata.isReserved()) {
                metadata.release();
            }
            Files.deleteIfExists(note());
        }
    }

    private Path note() {
        return notes.resolve("metadata-snapshot");
    }
}
