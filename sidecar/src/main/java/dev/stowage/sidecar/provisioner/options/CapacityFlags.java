package dev.stowage.sidecar.provisioner.options;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.CapacityOptions;
import java.time.Duration;
import java.util.Map;

/// The flags for storage capacity tracking.
final class CapacityFlags {
    private final RoleFlag<Boolean> enabled;
    private final RoleFlag<Boolean> forImmediateBinding;
    private final RoleFlag<Duration> poll;
    private final RoleFlag<Integer> ownerLevel;
    private final RoleFlag<Integer> threads;
    private final RoleFlag<String> rate;
    private final RoleFlag<Integer> burst;

    CapacityFlags(RoleFlags flags) {
        enabled = flags.bool("enable-capacity", false, "Publish the driver's free capacity for the scheduler.");
        forImmediateBinding = flags.bool(
                "capacity-for-immediate-binding", false, "Publish it also for classes with immediate binding.");
        poll = flags.duration(
                "capacity-poll-interval", Duration.ofMinutes(1), "How often free capacity is queried from the driver.");
        ownerLevel = flags.integer(
                "capacity-ownerref-level",
                1,
                "Level of this pod's owner that owns the capacity objects: 0 for the pod, 1 for its owner; -1 for none.");
        threads = flags.integer("capacity-threads", 1, "Number of capacity objects to update concurrently.");
        rate = flags.text("kube-api-capacity-qps", "1", "Maximum API requests per second for capacity objects.");
        burst = flags.integer("kube-api-capacity-burst", 5, "Maximum burst of API requests for capacity objects.");
    }

    /// @param environment for `NAMESPACE` and `POD_NAME`
    CapacityOptions read(ParsedFlags line, Map<String, String> environment) {
        String namespace = environment.getOrDefault("NAMESPACE", "");
        String pod = environment.getOrDefault("POD_NAME", "");
        if (enabled.in(line) && namespace.isEmpty()) {
            throw new UsageException(
                    "--enable-capacity needs the namespace of this pod (set the environment variable NAMESPACE)");
        }
        if (enabled.in(line) && ownerLevel.in(line) >= 0 && pod.isEmpty()) {
            throw new UsageException(
                    "--enable-capacity needs the name of this pod (set the environment variable POD_NAME, or"
                            + " --capacity-ownerref-level=-1)");
        }
        return new CapacityOptions(
                enabled.in(line),
                forImmediateBinding.in(line),
                poll.in(line),
                ownerLevel.in(line),
                threads.in(line),
                rate(rate.in(line)),
                burst.in(line),
                namespace,
                pod);
    }

    private static double rate(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--kube-api-capacity-qps: \"" + text + "\" is not a number");
        }
    }
}
