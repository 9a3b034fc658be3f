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

    /// Among the flags of other controllers: ambiguous names get the prefix `snapshot-`.
    public SnapshotFlags(FlagSet flags) {
        this(flags, "snapshot-");
    }

    /// @param prefix for ambiguous names; empty for the stand-alone program
    public SnapshotFlags(FlagSet flags, String prefix) {
        workers = flags.integer(prefix + "worker-threads", 10, "Number of snapshots to reconcile at the same time.");
        resync = flags.duration(
                prefix + "resync-period", Duration.ofMinutes(15), "Interval between full resyncs of all snapshots.");
        retryFirst = flags.duration(
                prefix + "retry-interval-start",
                Duration.ofSeconds(1),
                "Initial retry interval of a failed snapshot; doubles with each failure.");
        retryLongest = flags.duration(
                prefix + "retry-interval-max", Duration.ofMinutes(5), "Maximum retry interval of a failed snapshot.");
        flags.duration(
                prefix + "retry-crd-interval-max",
                Duration.ofSeconds(30),
                "Accepted and ignored: the controller waits for the snapshot CRDs without a time limit.");
        distributed = flags.bool(
                "enable-distributed-snapshotting",
                false,
                "Leave each snapshot to the csi-snapshotter on the node of its volume.");
        keepMode = flags.bool(
                "prevent-volume-mode-conversion",
                true,
                "Record the volume mode in each snapshot, to prevent a restore with a different mode.");
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
