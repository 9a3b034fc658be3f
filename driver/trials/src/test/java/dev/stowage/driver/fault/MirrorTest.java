package dev.stowage.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.crash.VolumeLifecycle;
import dev.stowage.driver.crash.WrittenData;
import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Thick volumes on several disks of a group.
@Tag("lab")
@Tag("slow")
final class MirrorTest {

    private static final String DISK = "disk";
    private static final long SIZE = Bytes.mebi(256).count();

    @Test
    void aMirroredVolumeSurvivesTheLossOfADisk() throws Exception {
        TestVolumeGroup.assumePossible();
        FaultyDisk.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                FaultyDisk first = FaultyDisk.make(scratch, "first", SIZE);
                FaultyDisk second = FaultyDisk.make(scratch, "second", SIZE);
                TestVolumeGroup group = TestVolumeGroup.on(first.node(), second.node())) {
            DriverVariant variant = DriverVariant.thick(group);
            scratch.directory("work/disk-staging");
            try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), variant.flags());
                    VolumeLifecycle life =
                            new VolumeLifecycle(driver, scratch.path().resolve("work"), variant)) {
                life.create(DISK, Map.of("mirrors", "1"));
                life.stage(DISK);
                life.publish(DISK);
                String sum = WrittenData.write(life.target(DISK));
                assertThat(life.health(DISK)).isEmpty();
                group.awaitSynchronized();

                first.fail();
                WrittenData.mustBeWritable(life.target(DISK));
                WrittenData.mustBe(life.target(DISK), sum);
                assertThat(life.health(DISK)).as("one disk is lost").isNotEmpty();

                life.unpublish(DISK);
                life.unstage(DISK);
                life.stage(DISK);
                life.publish(DISK);
                WrittenData.mustBe(life.target(DISK), sum);
                first.heal();
                life.unpublish(DISK);
                life.unstage(DISK);
            } finally {
                scratch.unmount();
                group.removeDevices();
            }
        }
    }

    @Test
    void aVolumeIsStripedOverTheDisksThatItsClassAsksFor() throws Exception {
        TestVolumeGroup.assumePossible();
        FaultyDisk.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                FaultyDisk first = FaultyDisk.make(scratch, "first", SIZE);
                FaultyDisk second = FaultyDisk.make(scratch, "second", SIZE);
                TestVolumeGroup group = TestVolumeGroup.on(first.node(), second.node())) {
            DriverVariant variant = DriverVariant.thick(group);
            try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), variant.flags());
                    VolumeLifecycle life =
                            new VolumeLifecycle(driver, scratch.path().resolve("work"), variant)) {
                life.create(DISK, Map.of("stripes", "2"));
                assertThat(group.lvm("lvs", "--noheadings", "--options", "stripes", group.name())
                                .strip())
                        .isEqualTo("2");
                life.expand(DISK, 32);
                life.delete(DISK);
                assertThatThrownBy(() -> life.create("wide", Map.of("stripes", "3")))
                        .hasMessageContaining("INVALID_ARGUMENT")
                        .hasMessageContaining("needs 3 disks");
            } finally {
                group.removeDevices();
            }
        }
    }
}
