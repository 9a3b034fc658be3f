package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Leases, certificates and tokens all go by the clock.
final class ClockChecks {
    private static final Duration TOLERATED = Duration.ofSeconds(2);
    /// A leader's lease lasts 15 s; beyond that two of them believe in themselves.
    private static final Duration HARMFUL = Duration.ofSeconds(15);

    private ClockChecks() {}

    /// @param latestLease what another clock wrote; this one was read after it
    static List<CheckResult> of(SystemClock time, Optional<Instant> latestLease) {
        List<CheckResult> checks = new ArrayList<>();
        checks.add(
                time.isSynchronised()
                        ? CheckResult.ok("clock-kept", "The clock is kept right.")
                        : CheckResult.note(
                                "clock-kept",
                                "Nobody tells the kernel that the clock is right.",
                                "Run chrony, ntpd or systemd-timesyncd; in a virtual machine the host may do it."));
        latestLease.ifPresent(lease -> checks.add(against(Duration.between(time.now(), lease))));
        return checks;
    }

    private static CheckResult against(Duration behind) {
        if (behind.compareTo(TOLERATED) <= 0) {
            return CheckResult.ok("clock-agrees", "No lease of the cluster is from this machine's future.");
        }
        String text = "This machine's clock is " + behind.toSeconds() + " s behind one that renews leases.";
        String remedy = "Set the clock right: chronyc makestep";
        return behind.compareTo(HARMFUL) > 0
                ? CheckResult.bad("clock-agrees", text, remedy)
                : CheckResult.warn("clock-agrees", text, remedy);
    }
}
