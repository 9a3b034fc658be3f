package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What drivers and pods ask of the kernel.
final class KernelChecks {
    private static final Set<String> NAMESPACES = Set.of("mnt", "pid", "net", "ipc", "uts", "cgroup");

    private KernelChecks() {}

    static List<Check> of(Kernel kernel) {
        List<Check> checks = new ArrayList<>();
        checks.add(
                kernel.hasLoopControl()
                        ? Check.ok("kernel-loop", "Loop devices can be had.")
                        : Check.bad(
                                "kernel-loop",
                                "There is no /dev/loop-control: volumes in image files cannot be mounted here.",
                                "modprobe loop; in a container, give it the host's /dev"));
        checks.add(fileSystem(
                kernel, "ext4", "ext4 is there.", "Image volumes are ext4 unless their class says otherwise."));
        checks.add(fileSystem(
                kernel,
                "xfs",
                kernel.isAtLeast(4, 16)
                        ? "xfs is there, with reflink: snapshots and clones share blocks."
                        : "xfs is there; in a kernel before 4.16 its reflink is an experiment.",
                "Image pools need it, or btrfs, for snapshots that share blocks."));
        checks.add(fileSystem(
                kernel,
                "btrfs",
                kernel.isAtLeast(6, 7) ? "btrfs is there, with quota and simple quota." : "btrfs is there, with quota.",
                "Pools of backend btrfs need it."));
        checks.add(fileSystem(kernel, "fuse", "fuse is there.", "Drivers that mount with FUSE need it."));
        checks.add(fileSystem(kernel, "overlay", "overlay is there.", "Container runtimes need it."));
        checks.add(namespaces(kernel));
        checks.add(
                kernel.mostUserNamespaces() > 0
                        ? Check.ok("kernel-user-namespaces", "User namespaces are allowed.")
                        : Check.note(
                                "kernel-user-namespaces",
                                "User namespaces are not allowed: pods with hostUsers: false do not start.",
                                "sysctl user.max_user_namespaces=15000"));
        return checks;
    }

    private static Check fileSystem(Kernel kernel, String type, String there, String missing) {
        String name = "kernel-" + type;
        return kernel.fileSystems().contains(type)
                ? Check.ok(name, there)
                : Check.note(
                        name,
                        "Kernel " + kernel.release() + " has no " + type + ", and no module of it is installed. "
                                + missing,
                        "Install the module " + type + " for this kernel if you want it.");
    }

    private static Check namespaces(Kernel kernel) {
        Set<String> missing = new TreeSet<>(NAMESPACES);
        missing.removeAll(kernel.namespaces());
        return missing.isEmpty()
                ? Check.ok("kernel-namespaces", "All namespaces that containers need are there.")
                : Check.bad(
                        "kernel-namespaces",
                        "The kernel lacks namespaces: " + Listed.of(missing) + ". Containers cannot be kept apart.",
                        "Use a kernel that has them.");
    }
}
