package dev.stowage.cli.up.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.BackendKind;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OffersTest {
    private static final Set<String> SYSTEMS = Set.of("ext4", "xfs", "btrfs");
    private static final Set<String> PROGRAMS = Set.of("mkfs.ext4", "mkfs.xfs", "mkfs.btrfs");

    private static String lack(BackendKind kind, Machine machine) {
        return Offers.of(machine).of(kind).lack().orElse("");
    }

    @Test
    void aWholeMachineLacksNothing() {
        Offers offers = Offers.of(new Machine(true, true, SYSTEMS, PROGRAMS));
        assertThat(offers.missing()).isEmpty();
        assertThat(offers.best()).isEqualTo(BackendKind.IMAGE);
        assertThat(offers.reflink()).isTrue();
    }

    @Test
    void whatIsMissingIsNamedWithItsRemedy() {
        assertThat(lack(BackendKind.IMAGE, new Machine(false, true, SYSTEMS, PROGRAMS)))
                .isEqualTo("it needs root");
        assertThat(lack(BackendKind.IMAGE, new Machine(true, false, SYSTEMS, PROGRAMS)))
                .contains("loop devices")
                .contains("modprobe");
        assertThat(lack(BackendKind.BTRFS, new Machine(true, true, Set.of("ext4"), PROGRAMS)))
                .isEqualTo("the kernel has no btrfs");
        assertThat(lack(BackendKind.BTRFS, new Machine(true, true, SYSTEMS, Set.of("mkfs.ext4"))))
                .contains("apt-get install btrfs-progs");
    }

    @Test
    void directoriesAreAlwaysThere() {
        Offers offers = Offers.of(new Machine(false, false, Set.of(), Set.of()));
        assertThat(offers.best()).isEqualTo(BackendKind.DIRECTORY);
        assertThat(offers.hasPool("folders")).isTrue();
        assertThat(offers.hasPool("images")).isFalse();
    }

    @Test
    void rootOfANamespaceIsNotTheMachinesRoot() {
        assertThat(Machine.isWholeMap("         0          0 4294967295\n")).isTrue();
        assertThat(Machine.isWholeMap("         0      65534          1\n")).isFalse();
    }
}
