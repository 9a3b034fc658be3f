package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The mount table below the kubelet root directory.
record MountChecks(Path root, List<MountPoint> mounts, Optional<NodeApiState> cluster) {
    private static final int MANY = 5000;
    private static final Set<String> NEVER_WRITTEN = Set.of("squashfs", "erofs", "iso9660", "udf", "cramfs");

    List<CheckResult> all() {
        List<CheckResult> checks = new ArrayList<>();
        checks.add(propagation());
        checks.add(leftovers());
        checks.add(staged());
        checks.add(stacked());
        checks.add(readOnly());
        checks.add(number());
        return checks;
    }

    /// Mounts that drivers create in their containers reach pods only through a shared mount.
    private CheckResult propagation() {
        Optional<MountPoint> covering = mounts.stream()
                .filter(mount -> root.startsWith(mount.target()))
                .max(Comparator.comparingInt(mount -> mount.target().getNameCount()));
        boolean shared = covering.filter(mount -> mount.mountPropagation() == MountPropagation.SHARED)
                .isPresent();
        String where = covering.map(mount -> mount.target().toString()).orElse("/");
        return shared
                ? CheckResult.ok("mounts-shared", where + ", which contains " + root + ", is a shared mount.")
                : CheckResult.warn(
                        "mounts-shared",
                        where + ", which contains " + root + ", is not a shared mount: mounts of a driver in a"
                                + " container are not visible in pods.",
                        "mount --make-rshared " + where);
    }

    private CheckResult leftovers() {
        KubeletRootDir folder = new KubeletRootDir(root);
        Map<String, List<MountPoint>> byPod = mounts.stream()
                .filter(mount -> folder.pod(mount.target()).isPresent())
                .collect(Collectors.groupingBy(
                        mount -> folder.pod(mount.target()).orElseThrow(), TreeMap::new, Collectors.toList()));
        if (cluster.isEmpty()) {
            return byPod.isEmpty()
                    ? CheckResult.ok("mounts-leftover", "Nothing is mounted in pod directories.")
                    : CheckResult.note(
                            "mounts-leftover",
                            "Volumes are mounted for " + NameSummary.count(byPod.size(), "pod")
                                    + "; whether these pods exist is unknown without the API server.",
                            "Set --kubeconfig.");
        }
        byPod.keySet().removeAll(cluster.get().pods());
        if (byPod.isEmpty()) {
            return CheckResult.ok("mounts-leftover", "Every mount in a pod directory belongs to a pod of this node.");
        }
        List<String> targets = byPod.values().stream()
                .flatMap(List::stream)
                .map(mount -> mount.target().toString())
                .toList();
        return CheckResult.warn(
                "mounts-leftover",
                NameSummary.count(targets.size(), "mount") + " of pods that are not on this node: "
                        + NameSummary.of(targets) + ".",
                "The kubelet removes them when the driver responds. Otherwise: umount TARGET, never rm -r.");
    }

    /// Expected for moments: between the end of a pod and unstaging, and between staging and the start of a pod.
    private CheckResult staged() {
        KubeletRootDir folder = new KubeletRootDir(root);
        List<MountPoint> published = mounts.stream()
                .filter(mount -> folder.pod(mount.target()).isPresent())
                .toList();
        List<String> unused = mounts.stream()
                .filter(mount -> folder.isStaging(mount.target()))
                .filter(stage -> published.stream().noneMatch(mount -> isFrom(mount, stage)))
                .map(mount -> mount.target().toString())
                .toList();
        return unused.isEmpty()
                ? CheckResult.ok("mounts-staged", "Every staged volume is used by a pod.")
                : CheckResult.note(
                        "mounts-staged",
                        NameSummary.count(unused.size(), "staged volume") + " that no pod uses: "
                                + NameSummary.of(unused) + ".",
                        "If this lasts, a VolumeAttachment still exists, or the driver cannot unstage it.");
    }

    private static boolean isFrom(MountPoint mount, MountPoint stage) {
        return mount.device().equals(stage.device()) && Path.of(mount.root()).startsWith(Path.of(stage.root()));
    }

    private CheckResult stacked() {
        KubeletRootDir folder = new KubeletRootDir(root);
        Map<String, Long> stacks = mounts.stream()
                .filter(folder::holds)
                .collect(
                        Collectors.groupingBy(mount -> mount.target().toString(), TreeMap::new, Collectors.counting()));
        stacks.values().removeIf(count -> count < 2);
        return stacks.isEmpty()
                ? CheckResult.ok("mounts-stacked", "No target below " + root + " is mounted more than once.")
                : CheckResult.warn(
                        "mounts-stacked",
                        "Mounted more than once: "
                                + NameSummary.of(stacks.entrySet().stream()
                                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                                        .toList())
                                + ". The driver mounts again when a call is retried.",
                        "When the pod is deleted, umount the target once for each extra mount.");
    }

    private CheckResult readOnly() {
        KubeletRootDir folder = new KubeletRootDir(root);
        List<String> turned = mounts.stream()
                .filter(folder::holds)
                .filter(mount -> mount.superOptions().contains("ro")
                        && mount.options().contains("rw")
                        && !NEVER_WRITTEN.contains(mount.fsType()))
                .map(mount -> mount.target().toString())
                .toList();
        return turned.isEmpty()
                ? CheckResult.ok("mounts-writable", "No file system became read-only.")
                : CheckResult.bad(
                        "mounts-writable",
                        "The kernel remounted these read-only: " + NameSummary.of(turned)
                                + ". It does this after I/O errors.",
                        "dmesg shows the error. Stop the pods, check the file system, and replace the disk if it is"
                                + " one.");
    }

    private CheckResult number() {
        return mounts.size() > MANY
                ? CheckResult.warn(
                        "mounts-many",
                        mounts.size() + " mounts: every further one makes mounting slower.",
                        "Find duplicates: findmnt -rno TARGET | sort | uniq -c | sort -n | tail")
                : CheckResult.ok("mounts-many", NameSummary.count(mounts.size(), "mount") + " in total.");
    }
}
