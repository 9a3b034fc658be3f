package dev.stowage.control.attachdetach;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The flags of kube-controller-manager for attaching and detaching, and one that it does not have.
public final class AttachDetachFlags {
    private final Flag<Boolean> noResync;
    private final Flag<Duration> resync;
    private final Flag<Boolean> noForce;
    private final Flag<Duration> forceAfter;

    public AttachDetachFlags(FlagSet flags) {
        noResync = flags.bool(
                "disable-attach-detach-reconcile-sync",
                false,
                "Disable the periodic resync of all attachments. Changes are handled immediately in any case.");
        resync = flags.duration(
                "attach-detach-reconcile-sync-period",
                Duration.ofMinutes(1),
                "Interval between resyncs of all attachments, at least 1s.");
        noForce = flags.bool(
                "disable-force-detach-on-timeout",
                false,
                "Never force-detach a volume because of a timeout. A node that is down then needs the taint"
                        + " node.kubernetes.io/out-of-service.");
        forceAfter = flags.duration(
                "force-detach-after",
                Duration.ofMinutes(6),
                "Time a node must be not ready before unused volumes are force-detached from it.");
    }

    public AttachDetachOptions read(ParsedFlags line) {
        Duration period = line.value(resync);
        if (period.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("--attach-detach-reconcile-sync-period must be at least 1s");
        }
        if (line.value(forceAfter).isNegative()) {
            throw new IllegalArgumentException("--force-detach-after must not be negative");
        }
        return new AttachDetachOptions(!line.value(noForce), line.value(forceAfter), period, !line.value(noResync));
    }
}
