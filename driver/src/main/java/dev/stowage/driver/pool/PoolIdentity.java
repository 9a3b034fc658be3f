package dev.stowage.driver.pool;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Knows a pool again. The directory of a pool whose disk is not mounted looks like an empty pool: volumes that are
/// created there are hidden as soon as the disk is mounted. So the first start leaves a mark in the pool, an empty
/// file with a unique name, and the node records that name outside of the pool. A directory without the recorded
/// mark is not the pool.
///
/// A pool may be used by several nodes, and a pool can be moved with its disk: a mark that this node does not know is
/// recorded as it is. A pool without any mark is new, or was made before there were marks; it gets one unless it has
/// none of the volumes of the records: a disk that is not mounted lacks all of them, while a single one can be lost
/// otherwise. A share is not marked here: its backend checks it at every call.
public final class PoolIdentity {
    private static final Logger log = LoggerFactory.getLogger(PoolIdentity.class);
    private static final String MARK = ".stowage-pool-";

    private final PoolSettings settings;
    private final Path record;
    private final List<VolumeId> volumes;
    private volatile @Nullable PoolIdentityRecord known;

    /// @param record where this node records the mark, outside of the pool
    /// @param volumes of this pool, according to the driver's records
    public PoolIdentity(PoolSettings settings, Path record, List<VolumeId> volumes) {
        this.settings = settings;
        this.record = record;
        this.volumes = List.copyOf(volumes);
    }

    /// Comes before anything is created in the pool's directory.
    ///
    /// @throws PoolMissingException when the directory is not the pool
    public void check() throws IOException {
        if (settings.kind() == BackendKind.SHARED) {
            return;
        }
        forgetEmptyPoolElsewhere();
        PoolIdentityRecord expected = recorded();
        if (expected != null) {
            if (!Files.exists(file(expected.uuid()))) {
                throw new PoolMissingException(missing(expected));
            }
        } else if (marks().isEmpty() && !FileBacking.isKnownIn(settings.directory())) {
            requireVolumes(missingVolumes(new PoolDirectory(settings.directory())));
        }
    }

    /// The operator has chosen another directory, for example when the driver was installed again. That is another
    /// pool, and nothing is lost with the former one if no volume is recorded.
    private void forgetEmptyPoolElsewhere() throws IOException {
        PoolIdentityRecord former = recorded();
        if (former != null
                && volumes.isEmpty()
                && !former.directory().equals(settings.directory())
                && !Files.exists(file(former.uuid()))) {
            log.info(
                    "Pool {} was at {} and had no volumes; it is at {} now.",
                    settings.name(),
                    former.directory(),
                    settings.directory());
            Files.delete(record);
            known = null;
        }
    }

    /// Marks the pool, or records its mark, at the first start on this node. The pool is ready for use, unless it is
    /// one in a file that is not made yet.
    ///
    /// @throws IOException when the pool has no mark and none of the volumes of the records
    void settle(PoolDirectory place) throws IOException {
        if (settings.kind() == BackendKind.SHARED || recorded() != null) {
            return;
        }
        try (PoolLock _ = PoolLock.take(settings.directory())) {
            Optional<String> there = marks().stream().findFirst();
            if (there.isEmpty()) {
                List<VolumeId> missing = missingVolumes(place);
                requireVolumes(missing);
                if (!missing.isEmpty()) {
                    log.warn(
                            "Pool {} at {} lacks {} of the {} recorded volumes: {}",
                            settings.name(),
                            settings.directory(),
                            missing.size(),
                            volumes.size(),
                            missing);
                }
            }
            String uuid = there.isPresent() ? there.get() : mark();
            Directories.ensure(requireNonNull(record.toAbsolutePath().getParent()));
            PoolIdentityRecord learnt = new PoolIdentityRecord(uuid, settings.directory());
            RecordFile.write(record, new PoolIdentityRecord.JsonCodec(), learnt);
            known = learnt;
            log.info("Recorded pool {} at {} as {}.", settings.name(), settings.directory(), uuid);
        }
    }

    /// Takes the directory for the pool although its mark was lost with its former content.
    public void accept() throws IOException {
        PoolIdentityRecord expected = recorded();
        if (expected != null && !Files.exists(file(expected.uuid()))) {
            Files.createFile(file(expected.uuid()));
            Directories.sync(settings.directory());
        }
    }

    /// Comes before something is created while the driver runs, when a disk can be unmounted too.
    ///
    /// @throws CsiException UNAVAILABLE when the pool is not at its directory
    void requirePresent() throws CsiException, IOException {
        if (settings.kind() == BackendKind.SHARED) {
            return;
        }
        PoolIdentityRecord expected = recorded();
        if (expected != null && !Files.exists(file(expected.uuid()))) {
            throw new CsiException(CsiCode.UNAVAILABLE, missing(expected));
        }
    }

    private @Nullable PoolIdentityRecord recorded() throws IOException {
        if (known == null) {
            try {
                known = RecordFile.find(record, new PoolIdentityRecord.JsonCodec())
                        .orElse(null);
            } catch (IOException e) {
                throw new IOException(
                        "cannot read " + record + ": " + e.getMessage() + "; restore it from a backup", e);
            }
        }
        return known;
    }

    /// What the directory is marked with; several nodes that are first at the same time may have left a mark each.
    private List<String> marks() throws IOException {
        if (!Files.isDirectory(settings.directory())) {
            return List.of();
        }
        return Directories.list(settings.directory()).stream()
                .filter(name -> name.startsWith(MARK))
                .map(name -> name.substring(MARK.length()))
                .toList();
    }

    private String mark() throws IOException {
        String uuid = UUID.randomUUID().toString();
        Files.newByteChannel(file(uuid), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
                .close();
        Directories.sync(settings.directory());
        return uuid;
    }

    private Path file(String uuid) {
        return settings.directory().resolve(MARK + uuid);
    }

    private List<VolumeId> missingVolumes(PoolDirectory place) {
        return volumes.stream().filter(id -> !Files.exists(place.of(id))).toList();
    }

    private void requireVolumes(List<VolumeId> missing) throws IOException {
        if (!missing.isEmpty() && missing.size() == volumes.size()) {
            throw new PoolMissingException(
                    "%s is not pool %s: it lacks all of the %d recorded volumes, for example %s; %s"
                            .formatted(
                                    settings.directory(),
                                    settings.name(),
                                    volumes.size(),
                                    missing.getFirst(),
                                    advice(UUID.randomUUID().toString())));
        }
    }

    private String missing(PoolIdentityRecord known) {
        return "pool %s is missing: %s does not have its mark (it was last at %s); %s"
                .formatted(settings.name(), settings.directory(), known.directory(), advice(known.uuid()));
    }

    private String advice(String uuid) {
        return "mount the pool's disk and try again. If the pool is lost, or was moved here without its mark, accept the"
                + " directory as it is by creating the empty file " + file(uuid);
    }
}
