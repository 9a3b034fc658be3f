package dev.stowage.node.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The cgroups of containers with limits. On a machine without cgroups limits are not enforced.
final class ContainerCgroups {
    private static final Logger log = LoggerFactory.getLogger(ContainerCgroups.class);
    private static final int PERIOD = 100_000;
    private static final String FOLDER = "stowage";

    private final Optional<Path> memory;
    private final Optional<Path> cpu;
    /// The cgroup v2 hierarchy, where the files have other names.
    private final Optional<Path> unified;

    ContainerCgroups() throws IOException {
        List<MountPoint> table = Mounts.system().table();
        List<String> own = Files.readAllLines(Path.of("/proc/self/cgroup"));
        memory = old(table, own, "memory");
        cpu = old(table, own, "cpu");
        unified = memory.isPresent() || cpu.isPresent() ? Optional.empty() : unified(table);
    }

    /// Below the cgroup of the node, so that limits of the node include its containers.
    private static Optional<Path> old(List<MountPoint> table, List<String> own, String controller) {
        Optional<String> place = own.stream()
                .map(line -> List.of(line.split(":", 3)))
                .filter(fields -> List.of(fields.get(1).split(",", -1)).contains(controller))
                .map(fields -> fields.get(2).substring(1))
                .findFirst();
        return table.stream()
                .filter(mount ->
                        mount.fsType().equals("cgroup") && mount.superOptions().contains(controller))
                .findFirst()
                .flatMap(mount -> place.map(mount.target()::resolve))
                .filter(Files::isDirectory);
    }

    /// At the top: a cgroup that contains processes, such as our own, cannot have limited children.
    private static Optional<Path> unified(List<MountPoint> table) {
        return table.stream()
                .filter(mount -> mount.fsType().equals("cgroup2"))
                .map(MountPoint::target)
                .findFirst();
    }

    /// @param resources of the container
    /// @return the cgroups that it must join
    List<Path> make(String id, JsonNode resources) {
        List<Path> made = new ArrayList<>();
        String bytes = resources.path("limits").path("memory").asText();
        String processors = resources.path("limits").path("cpu").asText();
        try {
            if (!bytes.isEmpty() && memory.isPresent()) {
                made.add(group(memory.get(), id));
                write(
                        made.getLast().resolve("memory.limit_in_bytes"),
                        Quantity.parseOrZero(bytes).value());
            }
            if (!processors.isEmpty() && cpu.isPresent()) {
                made.add(group(cpu.get(), id));
                write(made.getLast().resolve("cpu.cfs_quota_us"), quota(processors));
            }
            if (unified.isPresent() && !(bytes.isEmpty() && processors.isEmpty())) {
                made.add(unifiedGroup(unified.get(), id));
                if (!bytes.isEmpty()) {
                    write(
                            made.getLast().resolve("memory.max"),
                            Quantity.parseOrZero(bytes).value());
                }
                if (!processors.isEmpty()) {
                    Files.writeString(made.getLast().resolve("cpu.max"), quota(processors) + " " + PERIOD);
                }
            }
        } catch (IOException e) {
            log.info("Cannot enforce the resource limits of container {} on this machine: {}", id, e.getMessage());
        }
        return made;
    }

    private static long quota(String processors) {
        return Math.max(1000, Quantity.parseOrZero(processors).milliValue() * (PERIOD / 1000));
    }

    private static Path group(Path parent, String id) throws IOException {
        return Files.createDirectories(parent.resolve(FOLDER).resolve(id));
    }

    private static Path unifiedGroup(Path top, String id) throws IOException {
        Path ours = Files.createDirectories(top.resolve(FOLDER));
        Files.writeString(top.resolve("cgroup.subtree_control"), "+memory +cpu");
        Files.writeString(ours.resolve("cgroup.subtree_control"), "+memory +cpu");
        return Files.createDirectories(ours.resolve(id));
    }

    private static void write(Path file, long value) throws IOException {
        Files.writeString(file, String.valueOf(value));
    }

    /// Whether the kernel killed a process in it for lack of memory.
    static boolean ranOutOfMemory(List<Path> groups) throws IOException {
        for (Path group : groups) {
            for (String name : List.of("memory.oom_control", "memory.events")) {
                Path file = group.resolve(name);
                if (Files.exists(file)
                        && Files.readAllLines(file).stream()
                                .anyMatch(line -> line.startsWith("oom_kill ") && !line.endsWith(" 0"))) {
                    return true;
                }
            }
        }
        return false;
    }

    static void remove(List<Path> groups) throws IOException {
        for (Path group : groups) {
            Files.deleteIfExists(group);
        }
    }
}
