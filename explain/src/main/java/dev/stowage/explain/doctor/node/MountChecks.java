package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
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
record MountChecks(Path root, List<MountPoint> mounts, Optional<NodeInCluster> cluster) {
    private static final int MANY = 5000;
    private static final Set<String> NEVER_WRITTEN = Set.of("squashfs", "erofs", "iso9660", "udf", "cramfs");

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        checks.add(propagation());
        checks.add(leftovers());
        checks.add(staged());
        checks.add(stacked());
        checks.add(readOnly());
        checks.add(number());
        return checks;
    }

    /// Mounts that drivers make in their containers reach pods only through a shared mount.
    private Check propagation() {
        Optional<MountPoint> covering = mounts.stream()
                .filter(mount -> root.startsWith(mount.target()))
                .max(Comparator.comparingInt(mount -> mount.target().getNameCount()));
        boolean shared = covering.filter(mount -> mount.mountPropagation() == MountPropagation.SHARED)
                .isPresent();
        String where = covering.map(mount -> mount.target().toString()).orElse("/");
        return shared
                ? Check.ok("mounts-shared", where + ", which holds " + root + ", is a shared mount.")
                : Check.warn(
                        "mounts-shared",
                        where + ", which holds " + root + ", is not a shared mount: what a driver mounts in a"
                                + " container does not reach pods.",
                        "mount --make-rshared " + where);
    }

    private Check leftovers() {
        KubeletFolder folder = new KubeletFolder(root);
        Map<String, List<MountPoint>> byPod = mounts.stream()
                .filter(mount -> folder.pod(mount.target()).isPresent())
                .collect(Collectors.groupingBy(
                        mount -> folder.pod(mount.target()).orElseThrow(), TreeMap::new, Collectors.toList()));
        if (cluster.isEmpty()) {
            return byPod.isEmpty()
                    ? Check.ok("mounts-leftover", "Nothing is mounted in folders of pods.")
                    : Check.note(
                            "mounts-leftover",
                            "Something is mounted for " + Listed.count(byPod.size(), "pod")
                                    + "; whether these pods exist, only the API can say.",
                            "Name it with --kubeconfig.");
        }
        byPod.keySet().removeAll(cluster.get().pods());
        if (byPod.isEmpty()) {
            return Check.ok("mounts-leftover", "Every mount in a pod's folder belongs to a pod of this node.");
        }
        List<String> targets = byPod.values().stream()
                .flatMap(List::stream)
                .map(mount -> mount.target().toString())
                .toList();
        return Check.warn(
                "mounts-leftover",
                Listed.count(targets.size(), "mount") + " of pods that are not on this node: " + Listed.of(targets)
                        + ".",
                "The kubelet removes them when the driver answers. If it does not: umount TARGET, never rm -r.");
    }

    /// For moments this is in order: between a pod's end and the unstaging, and between staging and its begin.
    private Check staged() {
        KubeletFolder folder = new KubeletFolder(root);
        List<MountPoint> published = mounts.stream()
                .filter(mount -> folder.pod(mount.target()).isPresent())
                .toList();
        List<String> unused = mounts.stream()
                .filter(mount -> folder.isStaging(mount.target()))
                .filter(stage -> published.stream().noneMatch(mount -> isFrom(mount, stage)))
                .map(mount -> mount.target().toString())
                .toList();
        return unused.isEmpty()
                ? Check.ok("mounts-staged", "Every staged volume is used by a pod.")
                : Check.note(
                        "mounts-staged",
                        Listed.count(unused.size(), "staged volume") + " that no pod uses: " + Listed.of(unused) + ".",
                        "If it stays so, a VolumeAttachment keeps it, or the driver cannot unstage it.");
    }

    private static boolean isFrom(MountPoint mount, MountPoint stage) {
        return mount.device().equals(stage.device()) && Path.of(mount.root()).startsWith(Path.of(stage.root()));
    }

    private Check stacked() {
        KubeletFolder folder = new KubeletFolder(root);
        Map<String, Long> stacks = mounts.stream()
                .filter(folder::holds)
                .collect(
                        Collectors.groupingBy(mount -> mount.target().toString(), TreeMap::new, Collectors.counting()));
        stacks.values().removeIf(count -> count < 2);
        return stacks.isEmpty()
                ? Check.ok("mounts-stacked", "No place below " + root + " is mounted over twice.")
                : Check.warn(
                        "mounts-stacked",
                        "Mounted over several times: "
                                + Listed.of(stacks.entrySet().stream()
                                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                                        .toList())
                                + ". A driver that mounts at every repeat of a call does that.",
                        "umount the target once for each mount too many, when its pod is gone.");
    }

    private Check readOnly() {
        KubeletFolder folder = new KubeletFolder(root);
        List<String> turned = mounts.stream()
                .filter(folder::holds)
                .filter(mount -> mount.superOptions().contains("ro")
                        && mount.options().contains("rw")
                        && !NEVER_WRITTEN.contains(mount.fsType()))
                .map(mount -> mount.target().toString())
                .toList();
        return turned.isEmpty()
                ? Check.ok("mounts-writable", "No file system turned read-only.")
                : Check.bad(
                        "mounts-writable",
                        "The kernel made these read-only though they were mounted to be written: " + Listed.of(turned)
                                + ". That is what it does after errors.",
                        "dmesg tells the error. Stop the pods, check the file system, and replace the disk if it is"
                                + " one.");
    }

    private Check number() {
        return mounts.size() > MANY
                ? Check.warn(
                        "mounts-many",
                        mounts.size() + " mounts: each more makes every mount slower.",
                        "Look what repeats: findmnt -rno TARGET | sort | uniq -c | sort -n | tail")
                : Check.ok("mounts-many", Listed.count(mounts.size(), "mount") + " in all.");
    }
}
