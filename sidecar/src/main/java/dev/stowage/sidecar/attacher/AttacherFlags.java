package dev.stowage.sidecar.attacher;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;

/// The flags of `csi-attacher`.
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
        resync = flags.duration("resync", Duration.ofMinutes(10), "How often all objects are reconciled.");
        timeout = flags.duration("timeout", Duration.ofSeconds(15), "Timeout of attaching or detaching a volume.");
        firstRetry = flags.duration(
                "retry-interval-start",
                Duration.ofSeconds(1),
                "Initial retry delay after a failure; it doubles with each failure.");
        longestRetry =
                flags.duration("retry-interval-max", Duration.ofMinutes(5), "Maximum retry delay after failures.");
        workers = flags.integer("worker-threads", 10, "Number of volumes to attach or detach concurrently.");
        maxEntries = flags.integer(
                "max-entries", 0, "Maximum number of volumes per page of ListVolumes; 0 for the driver's default.");
        defaultFsType = flags.text("default-fstype", "", "File system of volumes that do not set one.");
        reconcile = flags.duration(
                "reconcile-sync", Duration.ofMinutes(1), "How often attachments are compared with the driver's list.");
        // Accepted without effect: requests and responses are not logged.
        flags.integer("max-grpc-log-length", -1, "Maximum length of logged responses; has no effect.");
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
