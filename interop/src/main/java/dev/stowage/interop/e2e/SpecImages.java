package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.BusyboxImage;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The images that the specs' pods use, under their original names. No registry is needed.
record SpecImages(SuiteWorkspace workspace, RealNode node) {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String TEST = "registry.k8s.io/e2e-test-images/";

    /// Their pods have their own commands, so a shell with its tools is all they need.
    private static final List<String> SHELLS = List.of(
            TEST + "busybox:1.37.0-1", TEST + "nginx:1.15-4", TEST + "nginx:1.27-0", "registry.k8s.io/pause:3.10.2");

    /// For specs that need GNU `dd`, which has more flags than busybox's.
    private static final String GNU = TEST + "glibc-dns-testing:2.0.0";

    private static final String AGNHOST = TEST + "agnhost:2.63.0";

    void load() throws IOException, InterruptedException {
        Path busybox = DebianPackage.BUSYBOX.program();
        List<String> applets = ProcessRunner.run(SOON, busybox.toString(), "--list")
                .orThrow()
                .lines()
                .filter(applet -> !applet.equals("busybox"))
                .toList();
        List<String> sleep = List.of("/bin/sleep", "infinity");
        node.load(new BusyboxImage(busybox, applets, Map.of(), sleep).archive(SHELLS));
        node.load(new BusyboxImage(busybox, applets, gnu(), sleep).archive(List.of(GNU)));
        Map<String, Path> programs = Map.of(
                "agnhost", Path.of(workspace.programs().path(ReferenceProgram.AGNHOST)), "bin/nsenter", nsenter());
        node.load(new BusyboxImage(busybox, applets, programs, List.of("/agnhost")).archive(List.of(AGNHOST)));
    }

    /// The programs of the host, with their libraries. The shell of busybox would use its own `dd` in any case.
    private static Map<String, Path> gnu() throws IOException, InterruptedException {
        Map<String, Path> files = new TreeMap<>(Map.of("bin/dd", Path.of("/bin/dd"), "bin/sh", Path.of("/bin/dash")));
        for (String word :
                ProcessRunner.run(SOON, "ldd", "/bin/dd", "/bin/dash").orThrow().split("\\s+", -1)) {
            if (word.startsWith("/") && !word.endsWith(":")) {
                files.put(word.substring(1), Path.of(word));
            }
        }
        return files;
    }

    /// Specs access the host by entering the namespace of PID 1. If that process has more capabilities than
    /// ours, the kernel refuses; another process in the same namespace works as well.
    private Path nsenter() throws IOException {
        return Files.writeString(workspace.directory().resolve("nsenter"), """
                #!/bin/busybox sh
                if [ "$1" = --mount=/rootfs/proc/1/ns/mnt ] && ! /bin/busybox readlink /rootfs/proc/1/ns/mnt >/dev/null
                then
                    shift
                    set -- --mount=/rootfs/proc/%d/ns/mnt "$@"
                fi
                exec /bin/busybox nsenter "$@"
                """.formatted(node.runtime()));
    }
}
