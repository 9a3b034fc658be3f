package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.cli.up.cleanup.HostResources;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReadyMessageTest {
    private static final UpOptions PLAN = new UpOptions(2, Path.of("/data"), 0, -1);

    @Test
    void theWayToTheClusterIsOneLineOfItsOwn() {
        AvailableBackends availableBackends =
                AvailableBackends.of(new HostCapabilities(true, true, Set.of("ext4"), Set.of("mkfs.ext4")));
        List<String> lines = new ReadyMessage(
                        PLAN,
                        false,
                        availableBackends,
                        BackendKind.IMAGE,
                        "https://127.0.0.1:5",
                        Duration.ofMillis(1940))
                .lines();
        assertThat(lines)
                .startsWith("Ready: 2 nodes, API server at https://127.0.0.1:5, in 1.9s.")
                .containsOnlyOnce("KUBECONFIG=/data/kubeconfig")
                .contains("  unavailable  btrfs: the kernel does not support btrfs")
                .contains("  nodes        node-1, node-2")
                .containsOnlyOnce("  runtime      process: containers are processes of this machine, images are ignored"
                        + " (--runtime cri uses them)")
                .contains("  ./stowage kubectl --data /data get nodes,storageclasses", "  ./stowage down --data /data")
                .anyMatch(line -> line.contains("stowage (default, image)"));
    }

    @Test
    void classesThatCannotBeAreNotPromised() {
        AvailableBackends availableBackends =
                AvailableBackends.of(new HostCapabilities(false, false, Set.of(), Set.of()));
        assertThat(new ReadyMessage(
                                PLAN,
                                true,
                                availableBackends,
                                availableBackends.best(),
                                "https://127.0.0.1:5",
                                Duration.ZERO)
                        .lines())
                .anyMatch(line ->
                        line.contains("stowage (default, directory), stowage-now, stowage-shared, stowage-folder"))
                .noneMatch(line -> line.contains("stowage-disk") || line.contains("disk.stowage.dev"))
                .contains("  unavailable  image and disk: needs root")
                .contains("  ./stowage kubectl get nodes,storageclasses", "  ./stowage down");
    }

    @Test
    void lastWordsCountWhatWentAndNameWhatStays() {
        HostResources some = new HostResources(List.of(mount("/a"), mount("/b")), List.of(), List.of(), List.of());
        HostResources none = new HostResources(List.of(), List.of(), List.of(), List.of());
        HostResources others = new HostResources(List.of(), List.of(), List.of(), List.of(mount("/c"), mount("/d")));
        assertThat(ShutdownReport.summary(Optional.of(some), none))
                .isEqualTo(
                        "Stopped: no pods, 2 mounts and no loop devices removed. Nothing is left mounted or running.");
        assertThat(ShutdownReport.summary(Optional.of(some), some)).contains("STILL PRESENT: [/a, /b]");
        assertThat(ShutdownReport.summary(Optional.of(some), others))
                .endsWith("Nothing of the cluster is left mounted or running. Not unmounted, because this cluster did"
                        + " not mount it: /c, /d.");
    }

    private static MountPoint mount(String target) {
        return new MountPoint(1, 0, 0, 1, "/", Path.of(target), List.of(), List.of(), "tmpfs", "tmpfs", List.of());
    }
}
