package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Kernel features that drivers and pods need.
final class KernelChecks {
    private static final Set<String> NAMESPACES = Set.of("mnt", "pid", "net", "ipc", "uts", "cgroup");

    private KernelChecks() {}

    static List<CheckResult> of(KernelInfo kernelInfo) {
        List<CheckResult> checks = new ArrayList<>();
        checks.add(
                kernelInfo.hasLoopControl()
                        ? CheckResult.ok("kernel-loop", "Loop devices are available.")
                        : CheckResult.bad(
                                "kernel-loop",
                                "There is no /dev/loop-control: volumes in image files cannot be mounted here.",
                                "modprobe loop; in a container, mount the host's /dev"));
        checks.add(fileSystem(
                kernelInfo,
                "ext4",
                "ext4 is available.",
                "Image volumes use ext4 unless their class sets another fsType."));
        checks.add(fileSystem(
                kernelInfo,
                "xfs",
                kernelInfo.isAtLeast(4, 16)
                        ? "xfs is available with reflink: snapshots and clones share blocks."
                        : "xfs is available; reflink is experimental before kernel 4.16.",
                "Image pools need it, or btrfs, for snapshots that share blocks."));
        checks.add(fileSystem(
                kernelInfo,
                "btrfs",
                kernelInfo.isAtLeast(6, 7)
                        ? "btrfs is available with quota and simple quota."
                        : "btrfs is available with quota.",
                "Pools of backend btrfs need it."));
        checks.add(fileSystem(kernelInfo, "fuse", "fuse is available.", "Drivers that mount with FUSE need it."));
        checks.add(fileSystem(kernelInfo, "overlay", "overlay is available.", "Container runtimes need it."));
        checks.add(namespaces(kernelInfo));
        checks.add(
                kernelInfo.mostUserNamespaces() > 0
                        ? CheckResult.ok("kernel-user-namespaces", "User namespaces are allowed.")
                        : CheckResult.note(
                                "kernel-user-namespaces",
                                "User namespaces are not allowed: pods with hostUsers: false do not start.",
                                "sysctl user.max_user_namespaces=15000"));
        return checks;
    }

    private static CheckResult fileSystem(KernelInfo kernelInfo, String type, String there, String missing) {
        String name = "kernel-" + type;
        return kernelInfo.fileSystems().contains(type)
                ? CheckResult.ok(name, there)
                : CheckResult.note(
                        name,
                        "Kernel " + kernelInfo.release() + " has no " + type + ", and its module is not installed. "
                                + missing,
                        "Install the module " + type + " for this kernel if you need it.");
    }

    private static CheckResult namespaces(KernelInfo kernelInfo) {
        Set<String> missing = new TreeSet<>(NAMESPACES);
        missing.removeAll(kernelInfo.namespaces());
        return missing.isEmpty()
                ? CheckResult.ok("kernel-namespaces", "All namespaces that containers need are available.")
                : CheckResult.bad(
                        "kernel-namespaces",
                        "The kernel lacks namespaces: " + NameSummary.of(missing) + ". Containers cannot be isolated.",
                        "Use a kernel with these namespaces.");
    }
}
