package dev.stowage.sidecar.attacher;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;

/// The flags of `csi-attacher` that are its own.
public final class AttacherFlags {
    private final RoleFlag<Duration> resync;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Duration> firstRetry;
    private final RoleFlag<Duration> longestRetry;
    private final RoleFlag<Integer> workers;
    private final RoleFlag<Integer> maxEntries;
    private final RoleFlag<String> defaultFsType;
    private final RoleFlag<Duration> reconcile;

    public AttacherFlags(RoleFlags flags) {
        resync = flags.duration("resync", Duration.ofMinutes(10), "How often everything is looked at again.");
        timeout = flags.duration(
                "timeout", Duration.ofSeconds(15), "Longest that attaching or detaching a volume may take.");
        firstRetry = flags.duration(
                "retry-interval-start", Duration.ofSeconds(1), "Pause after a failure; it doubles with each further.");
        longestRetry =
                flags.duration("retry-interval-max", Duration.ofMinutes(5), "Longest pause after failures in a row.");
        workers = flags.integer("worker-threads", 10, "How many volumes are attached at once, and detached.");
        maxEntries = flags.integer(
                "max-entries", 0, "Most volumes in a page of the driver's list; 0 leaves it to the driver.");
        defaultFsType = flags.text("default-fstype", "", "File system of volumes that name none.");
        reconcile = flags.duration(
                "reconcile-sync", Duration.ofMinutes(1), "How often the driver is asked what is attached where.");
        // Accepted: our log lines hold neither requests nor answers.
        flags.integer("max-grpc-log-length", -1, "Longest answer of the driver in a log line; has no effect.");
    }

    public AttacherOptions read(ParsedFlags line) {
        try {
            return new AttacherOptions(
                    resync.in(line),
                    timeout.in(line),
                    new ExponentialBackoff(firstRetry.in(line), longestRetry.in(line)),
                    workers.in(line),
                    maxEntries.in(line),
                    defaultFsType.in(line),
                    reconcile.in(line));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
