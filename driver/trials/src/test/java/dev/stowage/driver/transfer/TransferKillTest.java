package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.process.ScratchDirectory;
import org.junit.jupiter.api.Test;

/// The receiving driver is killed at every step of every call. The repeated call must finish what it had
/// begun.
final class TransferKillTest {

    @Test
    void everyStepOfAReceivedVolumesLifeSurvivesAKill() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                DriverNode here = DriverNode.start(scratch, "a");
                DriverNode there = DriverNode.start(scratch, "b")) {
            int kills = new KilledTransfers(here, there, DriverNode.raw(), new VolumeContent()).surviveAll();
            assertThat(kills).isGreaterThan(40);
        }
    }

    @Test
    void everyStepOfAReceivedSubvolumesLifeSurvivesAKill() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                DriverNode here = DriverNode.start(scratch, "a", "--backend=btrfs", "--pool-size=1Gi");
                DriverNode there = DriverNode.start(scratch, "b", "--backend=btrfs", "--pool-size=1Gi")) {
            int kills = new KilledTransfers(here, there, DriverNode.mounted(), new TreeContent()).surviveAll();
            assertThat(kills).isGreaterThan(20);
        }
    }

    @Test
    void everyStepOfAReceivedDirectorysLifeSurvivesAKill() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                DriverNode here = DriverNode.start(scratch, "a", "--backend=directory");
                DriverNode there = DriverNode.start(scratch, "b", "--backend=directory")) {
            int kills = new KilledTransfers(here, there, DriverNode.mounted(), new TreeContent()).surviveWhole();
            assertThat(kills).isGreaterThan(10);
        }
    }
}
