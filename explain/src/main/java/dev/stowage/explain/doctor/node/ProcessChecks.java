package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import java.util.List;

/// Processes that hang in the kernel hold mounts and locks, and the calls behind them time out.
final class ProcessChecks {
    private ProcessChecks() {}

    static List<Check> of(List<StuckTask> stuck) {
        if (stuck.isEmpty()) {
            return List.of(Check.ok("processes-stuck", "No process hangs in the kernel."));
        }
        List<String> names = stuck.stream()
                .map(task ->
                        task.name() + " (" + task.process() + (task.where().isEmpty() ? "" : ", " + task.where()) + ")")
                .toList();
        return List.of(Check.bad(
                "processes-stuck",
                Listed.count(stuck.size(), "thread") + " wait in the kernel where no signal reaches: "
                        + Listed.of(names) + ". They were seen twice.",
                "Look for the disk or server they wait for: cat /proc/PID/stack; dmesg | tail."));
    }
}
