package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.DirectoryTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a kubelet, containerd and the network plug-ins change on the host outside the directories they are given:
/// kernel settings, and folders whose paths are compiled into them. Remembered before, put back afterwards.
final class HostState {

    private static final List<Path> SETTINGS = Stream.of(
                    "vm/overcommit_memory",
                    "vm/panic_on_oom",
                    "kernel/panic",
                    "kernel/panic_on_oops",
                    "kernel/keys/root_maxkeys",
                    "kernel/keys/root_maxbytes",
                    "net/ipv4/ip_forward")
            .map(name -> Path.of("/proc/sys", name))
            .toList();

    private static final List<Path> FOLDERS = Stream.of(
                    "/var/lib/kubelet",
                    "/var/log/containers",
                    "/var/log/pods",
                    "/var/lib/cni",
                    "/run/containerd",
                    "/run/kubernetes",
                    "/usr/libexec/kubernetes")
            .map(Path::of)
            .toList();

    private static final Duration SOON = Duration.ofSeconds(60);

    private final Map<Path, String> settings;
    private final List<Path> absentFolders;
    private final List<Path> absentCgroups;

    private HostState(Map<Path, String> settings, List<Path> absentFolders, List<Path> absentCgroups) {
        this.settings = settings;
        this.absentFolders = absentFolders;
        this.absentCgroups = absentCgroups;
    }

    static HostState capture() throws IOException {
        Map<Path, String> settings = new LinkedHashMap<>();
        for (Path setting : SETTINGS) {
            if (Files.isReadable(setting)) {
                settings.put(setting, Files.readString(setting).strip());
            }
        }
        return new HostState(
                settings,
                FOLDERS.stream().filter(folder -> !Files.exists(folder)).toList(),
                cgroups().stream().filter(group -> !Files.exists(group)).toList());
    }

    /// Puts everything back that was different or not there.
    void restore() throws IOException, InterruptedException {
        for (var setting : settings.entrySet()) {
            if (!Files.readString(setting.getKey()).strip().equals(setting.getValue())) {
                Files.writeString(setting.getKey(), setting.getValue());
            }
        }
        for (Path group : absentCgroups) {
            // A process that was just killed stays in its cgroup until it has exited.
            Await.until("the end of " + group, SOON, List.of(), () -> {
                removeGroups(group);
                return true;
            });
        }
        for (Path folder : absentFolders) {
            DirectoryTrees.remove(folder);
        }
    }

    /// The remaining differences, for a test of [#erase()].
    List<String> remaining() throws IOException {
        List<String> found = new ArrayList<>();
        for (var setting : settings.entrySet()) {
            String now = Files.readString(setting.getKey()).strip();
            if (!now.equals(setting.getValue())) {
                found.add("setting " + setting.getKey() + " is " + now + ", was " + setting.getValue());
            }
        }
        Stream.concat(absentFolders.stream(), absentCgroups.stream())
                .filter(Files::exists)
                .forEach(path -> found.add("folder " + path));
        return found;
    }

    /// containerd keeps the containers of Kubernetes in a cgroup of this name, in each hierarchy.
    private static List<Path> cgroups() throws IOException {
        Path root = Path.of("/sys/fs/cgroup");
        try (Stream<Path> hierarchies = Files.list(root)) {
            return Stream.concat(Stream.of(root), hierarchies.filter(Files::isDirectory))
                    .map(hierarchy -> hierarchy.resolve("k8s.io"))
                    .toList();
        }
    }

    /// Only directories can be removed there; the kernel removes their files.
    private static void removeGroups(Path group) throws IOException {
        if (!Files.isDirectory(group)) {
            return;
        }
        try (Stream<Path> children = Files.list(group)) {
            for (Path child : children.filter(Files::isDirectory).toList()) {
                removeGroups(child);
            }
        }
        Files.delete(group);
    }
}
