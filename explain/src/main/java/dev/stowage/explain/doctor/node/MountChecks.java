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

/// The mount table below the kubelet's folder.
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

    /// Mounts that drivers make in their containers reach pods only through a shared mount.
    private CheckResult propagation() {
        Optional<MountPoint> covering = mounts.stream()
                .filter(mount -> root.startsWith(mount.target()))
                .max(Comparator.comparingInt(mount -> mount.target().getNameCount()));
        boolean shared = covering.filter(mount -> mount.mountPropagation() == MountPropagation.SHARED)
                .isPresent();
        String where = covering.map(mount -> mount.target().toString()).orElse("/");
        return shared
                ? CheckResult.ok("mounts-shared", where + ", which holds " + root + ", is a shared mount.")
                : CheckResult.warn(
                        "mounts-shared",
                        where + ", which holds " + root + ", is not a shared mount: what a driver mounts in a"
                                + " container does not reach pods.",
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
                    ? CheckResult.ok("mounts-leftover", "Nothing is mounted in folders of pods.")
                    : CheckResult.note(
                            "mounts-leftover",
                            "Something is mounted for " + NameSummary.count(byPod.size(), "pod")
                                    + "; whether these pods exist, only the API can say.",
                            "Name it with --kubeconfig.");
        }
        byPod.keySet().removeAll(cluster.get().pods());
        if (byPod.isEmpty()) {
            return CheckResult.ok("mounts-leftover", "Every mount in a pod's folder belongs to a pod of this node.");
        }
        List<String> targets = byPod.values().stream()
                .flatMap(List::stream)
                .map(mount -> mount.target().toString())
                .toList();
        return CheckResult.warn(
                "mounts-leftover",
                NameSummary.count(targets.size(), "mount") + " of pods that are not on this node: "
                        + NameSummary.of(targets) + ".",
                "The kubelet removes them when the driver answers. If it does not: umount TARGET, never rm -r.");
    }

    /// For moments this is in order: between a pod's end and the unstaging, and between staging and its begin.
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
                        "If it stays so, a VolumeAttachment keeps it, or the driver cannot unstage it.");
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
                ? CheckResult.ok("mounts-stacked", "No place below " + root + " is mounted over twice.")
                : CheckResult.warn(
                        "mounts-stacked",
                        "Mounted over several times: "
                                + NameSummary.of(stacks.entrySet().stream()
                                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                                        .toList())
                                + ". A driver that mounts at every repeat of a call does that.",
                        "umount the target once for each mount too many, when its pod is gone.");
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
                ? CheckResult.ok("mounts-writable", "No file system turned read-only.")
                : CheckResult.bad(
                        "mounts-writable",
                        "The kernel made these read-only though they were mounted to be written: "
                                + NameSummary.of(turned) + ". That is what it does after errors.",
                        "dmesg tells the error. Stop the pods, check the file system, and replace the disk if it is"
                                + " one.");
    }

    private CheckResult number() {
        return mounts.size() > MANY
                ? CheckResult.warn(
                        "mounts-many",
                        mounts.size() + " mounts: each more makes every mount slower.",
                        "Look what repeats: findmnt -rno TARGET | sort | uniq -c | sort -n | tail")
                : CheckResult.ok("mounts-many", NameSummary.count(mounts.size(), "mount") + " in all.");
    }
}
