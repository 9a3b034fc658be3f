package dev.stowage.node.runtime.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The view of `/proc` in a container: its own processes, and the settings of the kernel read-only. Root in a
/// container is root of the machine wherever the kernel checks the user only, as it does for
/// `/proc/sysrq-trigger`.
final class ProcMounts {
    private static final List<String> FOR_READING = List.of("sys", "sysrq-trigger", "irq", "bus", "fs");
    private static final List<String> HIDDEN =
            List.of("kcore", "keys", "latency_stats", "timer_list", "sched_debug", "kmsg");

    private ProcMounts() {}

    /// As fstab(5) has it.
    static String table(boolean privileged) {
        StringBuilder table = new StringBuilder("proc /proc proc nosuid,nodev,noexec 0 0\n");
        if (privileged) {
            return table.toString();
        }
        for (String name : FOR_READING) {
            if (Files.exists(Path.of("/proc", name))) {
                table.append("/proc/%s /proc/%s none bind,ro 0 0\n".formatted(name, name));
            }
        }
        for (String name : HIDDEN) {
            if (Files.exists(Path.of("/proc", name))) {
                table.append("/dev/null /proc/%s none bind 0 0\n".formatted(name));
            }
        }
        return table.toString();
    }
}
