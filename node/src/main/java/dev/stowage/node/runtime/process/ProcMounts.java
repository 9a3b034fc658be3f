package dev.stowage.node.runtime.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The view of `/proc` in a container: its own processes, and the settings of the kernel read-only. What tells of the
/// machine is hidden, in `/sys` as well; the lists are those of `procMount: Default`. Root in a
/// container is root of the machine wherever the kernel checks the user only, as it does for
/// `/proc/sysrq-trigger`.
final class ProcMounts {
    private static final List<String> FOR_READING = List.of("sys", "sysrq-trigger", "irq", "bus", "fs");
    private static final List<String> HIDDEN =
            List.of("kcore", "keys", "latency_stats", "timer_list", "timer_stats", "sched_debug", "interrupts", "kmsg");
    private static final List<String> HIDDEN_DIRECTORIES =
            List.of("/proc/acpi", "/proc/asound", "/proc/scsi", "/sys/firmware", "/sys/devices/virtual/powercap");

    private ProcMounts() {}

    /// In the format of fstab(5).
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
        for (String directory : HIDDEN_DIRECTORIES) {
            if (Files.isDirectory(Path.of(directory))) {
                table.append("none %s tmpfs ro,nosuid,nodev,noexec,size=4k 0 0\n".formatted(directory));
            }
        }
        return table.toString();
    }
}
