package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.up.pool.Machine;
import dev.stowage.cli.up.pool.Offers;
import dev.stowage.cli.up.trace.Trace;
import dev.stowage.driver.backend.BackendKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReadyTextTest {
    private static final UpPlan PLAN = new UpPlan(2, Path.of("/data"), 0, -1);

    @Test
    void theWayToTheClusterIsOneLineOfItsOwn() {
        Offers offers = Offers.of(new Machine(true, true, Set.of("ext4"), Set.of("mkfs.ext4")));
        List<String> lines =
                new ReadyText(PLAN, offers, BackendKind.IMAGE, "https://127.0.0.1:5", Duration.ofMillis(1940)).lines();
        assertThat(lines)
                .startsWith("Ready: 2 nodes, API at https://127.0.0.1:5, in 1.9 s.")
                .containsOnlyOnce("KUBECONFIG=/data/kubeconfig")
                .contains("  not here     btrfs: the kernel has no btrfs")
                .contains("  nodes        node-1, node-2")
                .anyMatch(line -> line.contains("stowage (default, image)"));
    }

    @Test
    void classesThatCannotBeAreNotPromised() {
        Offers offers = Offers.of(new Machine(false, false, Set.of(), Set.of()));
        assertThat(new ReadyText(PLAN, offers, offers.best(), "https://127.0.0.1:5", Duration.ZERO).lines())
                .anyMatch(line ->
                        line.contains("stowage (default, directory), stowage-now, stowage-shared, stowage-folder"))
                .noneMatch(line -> line.contains("stowage-disk") || line.contains("disk.stowage.dev"))
                .contains("  not here     image and disk: it needs root");
    }

    @Test
    void lastWordsCountWhatWentAndNameWhatStays() {
        Trace some = new Trace(List.of(Path.of("/a"), Path.of("/b")), List.of(), List.of());
        Trace none = new Trace(List.of(), List.of(), List.of());
        assertThat(Farewell.words(Optional.of(some), none))
                .isEqualTo(
                        "Ended: no pods, 2 mounts and no loop devices are gone. Nothing is left mounted or running.");
        assertThat(Farewell.words(Optional.of(some), some)).contains("STILL THERE: [/a, /b]");
    }
}
