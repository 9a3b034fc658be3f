package dev.stowage.sdk.record;

import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where on this node volumes are staged, or published. Unlike a [Ledger] it never answers from the records
/// alone: the mount may be missing although it is recorded, so the work is always done again.
public final class VolumeTargets {

    private final RecordDirectory<VolumeTarget> records;

    VolumeTargets(Path folder, String boot) throws IOException {
        this.records = new RecordDirectory<>(folder, new VolumeTargetCodec(boot));
        for (var record : records.all().entrySet()) {
            // Mounts do not survive a reboot; records of an earlier boot must not block a call.
            if (record.getValue().equals(VolumeTargetCodec.OF_ANOTHER_BOOT)) {
                records.remove(record.getKey());
            }
        }
    }

    /// Does the placing.
    @FunctionalInterface
    public interface Placing {
        void run() throws CsiException, IOException;
    }

    /// Notes the placement, then places.
    ///
    /// @param countWriters whether a volume with a single writer may be at one path only
    /// @throws CsiException ALREADY_EXISTS when the path is used by another volume or with other options,
    ///     FAILED_PRECONDITION when the volume may be at one path only and is at another
    public void place(VolumeTarget wanted, boolean countWriters, Placing placing) throws CsiException, IOException {
        String key = key(wanted.path());
        boolean isNew;
        if (countWriters && wanted.mode() == AccessMode.SINGLE_NODE_SINGLE_WRITER) {
            // Targets of one volume are serialized: of two exclusive ones, one is first.
            synchronized (this) {
                isNew = note(key, wanted, elsewhere(wanted));
            }
        } else {
            isNew = note(key, wanted, Optional.empty());
        }
        try {
            placing.run();
        } catch (CsiException | IOException | RuntimeException failure) {
            // Only a note of this very call is deleted: an older one may belong to a mount that a workload uses. And
            // only when the outcome is certain: a mount that timed out may still appear, and must be found then.
            if (isNew
                    && !UncertainFailure.isIn(failure)
                    && !Thread.currentThread().isInterrupted()) {
                records.remove(key);
            }
            throw failure;
        }
    }

    /// @param other where the volume is, when it may be at one path only
    /// @return whether there was no such note before
    private boolean note(String key, VolumeTarget wanted, Optional<VolumeTarget> other)
            throws CsiException, IOException {
        Optional<VolumeTarget> known = records.find(key);
        if (known.isPresent() && !known.get().equals(wanted)) {
            throw CsiException.alreadyExists(
                    "volume %s is already at %s with different options; unpublish or unstage it first"
                            .formatted(known.get().volume(), wanted.path()));
        }
        if (other.isPresent()) {
            throw CsiException.failedPrecondition("volume %s allows a single writer and is already at %s"
                    .formatted(wanted.volume(), other.get().path()));
        }
        if (known.isEmpty()) {
            records.put(key, wanted);
        }
        return known.isEmpty();
    }

    /// Takes away, then forgets.
    public void clear(Path path, Placing clearing) throws CsiException, IOException {
        clearing.run();
        records.remove(key(path));
    }

    public boolean isAt(VolumeId volume, Path path) throws IOException {
        return records.find(key(path))
                .filter(known -> known.volume().equals(volume))
                .isPresent();
    }

    /// All of them, as they are now.
    public List<VolumeTarget> all() {
        return List.copyOf(records.all().values());
    }

    /// Any path at which the volume is.
    public Optional<Path> of(VolumeId volume) {
        return records.all().values().stream()
                .filter(known -> known.volume().equals(volume))
                .map(VolumeTarget::path)
                .findFirst();
    }

    private Optional<VolumeTarget> elsewhere(VolumeTarget wanted) {
        return records.all().values().stream()
                .filter(known ->
                        known.volume().equals(wanted.volume()) && !known.path().equals(wanted.path()))
                .findFirst();
    }

    private static String key(Path path) {
        return RequestDigest.of(path.toString()).substring(0, 32);
    }
}
