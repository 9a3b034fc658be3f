package dev.stowage.sidecar.mover;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/// The flags of the mover.
public final class MoverFlags {
    private final RoleFlag<String> namespace;
    private final RoleFlag<String> address;
    private final RoleFlag<String> advertised;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Integer> workers;
    private final RoleFlag<String> bandwidth;
    private final RoleFlag<Duration> retryStart;
    private final RoleFlag<Duration> retryMax;

    public MoverFlags(RoleFlags flags) {
        namespace = flags.text("peer-namespace", "", "Namespace of the leases of movers. Default: NAMESPACE.");
        address = flags.text("peer-address", ":9443", "Address to listen on for the movers of other nodes.");
        advertised = flags.text("peer-host", "", "Host at which other nodes reach this one. Default: POD_IP.");
        timeout = flags.duration("timeout", Duration.ofSeconds(15), "Timeout of a call to the driver.");
        workers = flags.integer("concurrent-moves", 4, "Number of volumes to move to this node concurrently.");
        bandwidth =
                flags.text("bandwidth-limit", "", "Limit of all transfers to this node together, in bytes a second.");
        retryStart = flags.duration("retry-interval-start", Duration.ofMillis(200), "Initial retry interval.");
        retryMax = flags.duration("retry-interval-max", Duration.ofSeconds(10), "Maximum retry interval.");
    }

    /// @param environment for `NODE_NAME`, `NAMESPACE` and `POD_IP`
    public MoverOptions read(ParsedFlags line, Map<String, String> environment) {
        if (workers.in(line) < 1) {
            throw new UsageException("--concurrent-moves must be at least 1");
        }
        return new MoverOptions(
                environment.getOrDefault("NODE_NAME", ""),
                given(namespace.in(line), environment, "NAMESPACE"),
                address.in(line),
                given(advertised.in(line), environment, "POD_IP"),
                timeout.in(line),
                workers.in(line),
                limit(bandwidth.in(line)),
                new ExponentialBackoff(retryStart.in(line), retryMax.in(line)));
    }

    private static String given(String value, Map<String, String> environment, String variable) {
        return value.isEmpty() ? environment.getOrDefault(variable, "") : value;
    }

    private static OptionalLong limit(String text) {
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        long value = Quantity.parse(text).value();
        if (value <= 0) {
            throw new UsageException("--bandwidth-limit must be greater than 0");
        }
        return OptionalLong.of(value);
    }
}
