package dev.stowage.kube.manager;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.leaderelection.LeaseTimes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The flags of leader election.
public final class LeaderElectionFlags {

    private static final Logger log = LoggerFactory.getLogger(LeaderElectionFlags.class);

    private final Flag<Boolean> wanted;
    private final Flag<Boolean> oldWanted;
    private final Flag<String> oldType;
    private final Flag<String> namespace;
    private final Flag<Duration> duration;
    private final Flag<Duration> renewDeadline;
    private final Flag<Duration> retryPeriod;
    private final Flag<String> labels;

    public LeaderElectionFlags(FlagSet flags) {
        this(flags, flags);
    }

    /// For a program that has only the standard flags.
    public static LeaderElectionFlags standard(FlagSet flags) {
        return new LeaderElectionFlags(flags, new FlagSet("", ""));
    }

    private LeaderElectionFlags(FlagSet flags, FlagSet others) {
        wanted = flags.bool("leader-election", false, "Enable leader election: work only while holding a lease.");
        oldWanted = others.bool("enable-leader-election", false, "Deprecated: use --leader-election.");
        oldType = others.text("leader-election-type", "leases", "Deprecated: only leases are supported.");
        namespace =
                flags.text("leader-election-namespace", "", "Namespace of the lease. Defaults to the pod's namespace.");
        duration = flags.duration(
                "leader-election-lease-duration",
                Duration.ofSeconds(15),
                "How long a lease is valid after its last renewal.");
        renewDeadline = flags.duration(
                "leader-election-renew-deadline",
                Duration.ofSeconds(10),
                "How long a leader tries to renew its lease before it gives up.");
        retryPeriod = flags.duration(
                "leader-election-retry-period",
                Duration.ofSeconds(5),
                "Time between attempts to acquire or renew the lease.");
        labels = others.commaSeparated("leader-election-labels", "Labels to set on the lease: KEY:VALUE,KEY:VALUE.");
    }

    private static Map<String, String> readLabels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String item : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] pair = item.split(":", -1);
            if (pair.length != 2) {
                throw new UsageException("flag --leader-election-labels: \"" + item + "\" is not KEY:VALUE");
            }
            labels.put(pair[0], pair[1]);
        }
        return labels;
    }

    public LeaderElectionOptions read(ParsedFlags line) {
        if (!line.value(oldType).equals("leases")) {
            throw new UsageException("flag --leader-election-type: only leases are supported (omit the flag)");
        }
        if (line.isSet(oldType)) {
            log.warn("--leader-election-type is deprecated and has no effect: only leases are supported.");
        }
        if (line.isSet(oldWanted)) {
            log.warn("--enable-leader-election is deprecated; use --leader-election.");
        }
        try {
            return new LeaderElectionOptions(
                    line.value(wanted) || line.value(oldWanted),
                    line.value(namespace),
                    new LeaseTimes(line.value(duration), line.value(renewDeadline), line.value(retryPeriod)),
                    readLabels(line.value(labels)));
        } catch (IllegalArgumentException e) {
            throw new UsageException("invalid --leader-election-… flags: " + e.getMessage());
        }
    }
}
