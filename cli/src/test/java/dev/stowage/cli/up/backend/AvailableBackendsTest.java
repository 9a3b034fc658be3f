package dev.stowage.cli.up.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.BackendKind;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AvailableBackendsTest {
    private static final Set<String> SYSTEMS = Set.of("ext4", "xfs", "btrfs");
    private static final Set<String> PROGRAMS = Set.of("mkfs.ext4", "mkfs.xfs", "mkfs.btrfs");

    private static String lack(BackendKind kind, HostCapabilities hostCapabilities) {
        return AvailableBackends.of(hostCapabilities)
                .of(kind)
                .unavailableReason()
                .orElse("");
    }

    @Test
    void aWholeMachineLacksNothing() {
        AvailableBackends availableBackends = AvailableBackends.of(new HostCapabilities(true, true, SYSTEMS, PROGRAMS));
        assertThat(availableBackends.missing()).isEmpty();
        assertThat(availableBackends.best()).isEqualTo(BackendKind.IMAGE);
        assertThat(availableBackends.reflink()).isTrue();
    }

    @Test
    void whatIsMissingIsNamedWithItsRemedy() {
        assertThat(lack(BackendKind.IMAGE, new HostCapabilities(false, true, SYSTEMS, PROGRAMS)))
                .isEqualTo("needs root");
        assertThat(lack(BackendKind.IMAGE, new HostCapabilities(true, false, SYSTEMS, PROGRAMS)))
                .contains("loop devices")
                .contains("modprobe");
        assertThat(lack(BackendKind.BTRFS, new HostCapabilities(true, true, Set.of("ext4"), PROGRAMS)))
                .isEqualTo("the kernel does not support btrfs");
        assertThat(lack(BackendKind.BTRFS, new HostCapabilities(true, true, SYSTEMS, Set.of("mkfs.ext4"))))
                .contains("apt-get install btrfs-progs");
    }

    @Test
    void directoriesAreAlwaysThere() {
        AvailableBackends availableBackends =
                AvailableBackends.of(new HostCapabilities(false, false, Set.of(), Set.of()));
        assertThat(availableBackends.best()).isEqualTo(BackendKind.DIRECTORY);
        assertThat(availableBackends.hasPool("folders")).isTrue();
        assertThat(availableBackends.hasPool("images")).isFalse();
    }

    @Test
    void rootOfANamespaceIsNotTheMachinesRoot() {
        assertThat(HostCapabilities.isWholeMap("         0          0 4294967295\n"))
                .isTrue();
        assertThat(HostCapabilities.isWholeMap("         0      65534          1\n"))
                .isFalse();
    }
}
