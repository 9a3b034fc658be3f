package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.List;

/// Processes that hang in the kernel hold mounts and locks, and the calls behind them time out.
final class HungTaskChecks {
    private HungTaskChecks() {}

    static List<CheckResult> of(List<HungTask> stuck) {
        if (stuck.isEmpty()) {
            return List.of(CheckResult.ok("processes-stuck", "No process hangs in the kernel."));
        }
        List<String> names = stuck.stream()
                .map(task ->
                        task.name() + " (" + task.process() + (task.where().isEmpty() ? "" : ", " + task.where()) + ")")
                .toList();
        return List.of(CheckResult.bad(
                "processes-stuck",
                NameSummary.count(stuck.size(), "thread") + " in uninterruptible sleep: " + NameSummary.of(names)
                        + ". They were seen twice.",
                "Find the disk or server they wait for: cat /proc/PID/stack; dmesg | tail."));
    }
}
