package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Leases, certificates and tokens depend on the clock.
final class ClockChecks {
    private static final Duration TOLERATED = Duration.ofSeconds(2);
    /// The duration of a leader's lease; with a larger clock error there can be two leaders.
    private static final Duration HARMFUL = Duration.ofSeconds(15);

    private ClockChecks() {}

    /// @param latestLease a time from another clock, read before this clock
    static List<CheckResult> of(SystemClock time, Optional<Instant> latestLease) {
        List<CheckResult> checks = new ArrayList<>();
        checks.add(
                time.isSynchronised()
                        ? CheckResult.ok("clock-kept", "The clock is synchronized.")
                        : CheckResult.note(
                                "clock-kept",
                                "The clock is not synchronized.",
                                "Run chrony, ntpd or systemd-timesyncd; in a virtual machine the host may do this."));
        latestLease.ifPresent(lease -> checks.add(against(Duration.between(time.now(), lease))));
        return checks;
    }

    private static CheckResult against(Duration behind) {
        if (behind.compareTo(TOLERATED) <= 0) {
            return CheckResult.ok("clock-agrees", "The clock agrees with the leases of the cluster.");
        }
        String text = "The clock of this node is " + behind.toSeconds() + "s behind that of a lease holder.";
        String remedy = "Correct the clock: chronyc makestep";
        return behind.compareTo(HARMFUL) > 0
                ? CheckResult.bad("clock-agrees", text, remedy)
                : CheckResult.warn("clock-agrees", text, remedy);
    }
}
