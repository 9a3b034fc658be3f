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
                "Never look at all attachments again; what the API server tells is acted on at once either way.");
        resync = flags.duration(
                "attach-detach-reconcile-sync-period",
                Duration.ofMinutes(1),
                "How often all attachments are looked at again, at least one second.");
        noForce = flags.bool(
                "disable-force-detach-on-timeout",
                false,
                "Never detach a volume from a node that has not let go of it because of time alone; a dead node then"
                        + " needs the taint node.kubernetes.io/out-of-service.");
        forceAfter = flags.duration(
                "force-detach-after",
                Duration.ofMinutes(6),
                "How long a node has to be not ready before unwanted volumes are detached from it by force.");
    }

    public AttachDetachOptions read(ParsedFlags line) {
        Duration period = line.value(resync);
        if (period.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("--attach-detach-reconcile-sync-period is at least one second");
        }
        if (line.value(forceAfter).isNegative()) {
            throw new IllegalArgumentException("--force-detach-after is no time");
        }
        return new AttachDetachOptions(!line.value(noForce), line.value(forceAfter), period, !line.value(noResync));
    }
}
