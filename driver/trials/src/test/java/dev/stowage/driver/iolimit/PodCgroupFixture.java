package dev.stowage.driver.iolimit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The cgroup of a pod as the kubelet makes it, in a hierarchy that is mounted for one test.
record PodCgroupFixture(Path root, Path pod) implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(2);
    /// The process enters the cgroup before it writes.
    private static final String WRITER =
            "echo $$ > \"$0/cgroup.procs\"" + " && exec dd if=/dev/zero of=\"$1\" bs=\"$2\" count=\"$3\" oflag=direct";

    /// Skips the test where the kernel cannot limit I/O in such a hierarchy.
    static PodCgroupFixture make(ScratchDirectory scratch, String uid) throws IOException {
        Path root = scratch.directory("cgroup");
        Mounts.system().mount("cgroup2", root, "cgroup2", Set.of(), "");
        assumeTrue(
                List.of(Files.readString(root.resolve("cgroup.controllers"))
                                .strip()
                                .split(" "))
                        .contains("io"),
                "this kernel has no io controller of version 2");
        Path pods = root.resolve("kubepods");
        Path pod = Files.createDirectories(pods.resolve("besteffort/pod" + uid));
        for (Path above : List.of(root, pods, pods.resolve("besteffort"))) {
            Files.writeString(above.resolve("cgroup.subtree_control"), "+io");
        }
        return new PodCgroupFixture(root, pod);
    }

    List<String> limits() throws IOException {
        return Files.readAllLines(pod.resolve("io.max"));
    }

    /// How many writes of the pod the kernel has counted for the device.
    long writes(String device) throws IOException {
        return Files.readAllLines(pod.resolve("io.stat")).stream()
                .filter(line -> line.startsWith(device + " "))
                .flatMap(line -> List.of(line.split(" ")).stream())
                .filter(word -> word.startsWith("wios="))
                .mapToLong(word -> Long.parseLong(word.substring("wios=".length())))
                .sum();
    }

    /// Writes blocks directly to the device below the file, as a process of the pod. Returns how long it took.
    Duration write(Path file, String block, int count) throws IOException {
        long begin = System.nanoTime();
        String ignored = CommandRunner.run(
                LONG, List.of("sh", "-c", WRITER, pod.toString(), file.toString(), block, Integer.toString(count)));
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Override
    public void close() throws IOException {
        Files.delete(pod);
        Files.delete(root.resolve("kubepods/besteffort"));
        Files.delete(root.resolve("kubepods"));
    }
}
