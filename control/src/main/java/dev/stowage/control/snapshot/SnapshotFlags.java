package dev.stowage.control.snapshot;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The flags of `snapshot-controller`.
public final class SnapshotFlags {
    private final Flag<Integer> workers;
    private final Flag<Duration> resync;
    private final Flag<Duration> retryFirst;
    private final Flag<Duration> retryLongest;
    private final Flag<Boolean> distributed;
    private final Flag<Boolean> keepMode;

    /// Among the flags of other controllers: names that could be anybody's begin with `snapshot-`.
    public SnapshotFlags(FlagSet flags) {
        this(flags, "snapshot-");
    }

    /// @param prefix of the names that could be anybody's; empty where there is nobody else
    public SnapshotFlags(FlagSet flags, String prefix) {
        workers = flags.integer(prefix + "worker-threads", 10, "How many snapshots are looked at once.");
        resync = flags.duration(
                prefix + "resync-period",
                Duration.ofMinutes(15),
                "How often all snapshots are looked at though nothing changed.");
        retryFirst = flags.duration(
                prefix + "retry-interval-start", Duration.ofSeconds(1), "Pause after a snapshot's first failure.");
        retryLongest = flags.duration(
                prefix + "retry-interval-max", Duration.ofMinutes(5), "Longest pause after a snapshot's failures.");
        flags.duration(
                prefix + "retry-crd-interval-max",
                Duration.ofSeconds(30),
                "Accepted: the definitions of the snapshot objects are waited for as long as it takes.");
        distributed = flags.bool(
                "enable-distributed-snapshotting",
                false,
                "Each node's csi-snapshotter takes the snapshots of the volumes that are on it.");
        keepMode = flags.bool(
                "prevent-volume-mode-conversion",
                true,
                "Note the volume's mode with each snapshot, so that nobody gets it back in another.");
    }

    public SnapshotOptions read(ParsedFlags line) {
        return new SnapshotOptions(
                line.value(workers),
                line.value(resync),
                line.value(retryFirst),
                line.value(retryLongest),
                line.value(distributed),
                line.value(keepMode));
    }
}
