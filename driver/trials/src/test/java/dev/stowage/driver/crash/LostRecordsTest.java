package dev.stowage.driver.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.LostPool;
import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The directory of a driver with backend lvm is lost. Its volumes are served again after their records were restored
/// from the tags of the logical volumes.
@Tag("lab")
@Tag("slow")
final class LostRecordsTest {

    private static final String DISK = "disk";
    private static final String COPY = "copy";
    private static final String CUT = "cut";
    private static final long SIZE = Bytes.gibi(1).count();

    @Test
    void thinVolumesAndSnapshotsAreServedAgain() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup group = TestVolumeGroup.thin(scratch, SIZE)) {
            areServedAgain(scratch, group, DriverVariant.thin(group), TestVolumeGroup.THIN_POOL);
        }
    }

    @Test
    void thickVolumesAreServedAgain() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup group = TestVolumeGroup.thick(scratch, SIZE)) {
            areServedAgain(scratch, group, DriverVariant.thick(group), "");
        }
    }

    private static void areServedAgain(
            ScratchDirectory scratch, TestVolumeGroup group, DriverVariant variant, String thinPool) throws Exception {
        List<String> empty = group.list();
        for (String volume : List.of(DISK, COPY)) {
            scratch.directory("work/" + volume + "-staging");
        }
        try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), variant.flags());
                VolumeLifecycle life =
                        new VolumeLifecycle(driver, scratch.path().resolve("work"), variant)) {
            life.create(DISK);
            life.stage(DISK);
            life.publish(DISK);
            String sum = WrittenData.write(life.target(DISK));
            if (variant.snapshots()) {
                life.snapshot(CUT, DISK);
            }
            life.unpublish(DISK);
            life.unstage(DISK);
            life.create(COPY); // one that was never formatted
            life.disconnect();

            LostPool pool = new LostPool(
                    new VolumeGroupName(group.name(), Optional.of(thinPool).filter(name -> !name.isEmpty())),
                    driver.data(),
                    driver.data().resolve("pool"),
                    "default");
            assertThat(pool.find()).as("without a loss").isEmpty();
            assertThatThrownBy(() -> restore(group, thinPool, driver.data()))
                    .hasMessageContaining("in use by another process");
            driver.terminate();
            Directories.removeTree(scratch.path(), "data");
            assertThat(pool.find()).hasSize(variant.snapshots() ? 3 : 2);

            assertThat(restore(group, thinPool, driver.data()).strip())
                    .as("records of the pool and of the driver")
                    .isEqualTo(variant.snapshots() ? "6" : "4");
            assertThat(restore(group, thinPool, driver.data()).strip()).isEqualTo("0");
            driver.restart();

            life.stage(DISK);
            life.publish(DISK);
            WrittenData.mustBe(life.target(DISK), sum);
            WrittenData.mustBeWritable(life.target(DISK));
            life.expand(DISK, 32);
            life.stage(COPY);
            life.unstage(COPY);
            life.delete(COPY);
            if (variant.snapshots()) {
                life.restore(COPY, CUT);
                life.stage(COPY);
                life.publish(COPY);
                WrittenData.mustBe(life.target(COPY), sum);
                life.unpublish(COPY);
                life.unstage(COPY);
                life.delete(COPY);
                life.deleteSnapshot(CUT);
            }
            life.unpublish(DISK);
            life.unstage(DISK);
            life.delete(DISK);
            assertThat(group.list()).isEqualTo(empty);
        }
    }

    private static String restore(TestVolumeGroup group, String thinPool, Path data) throws IOException {
        return CommandRunner.run(
                Duration.ofSeconds(60),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.stowage.driver.lvm.LostPoolMain",
                        group.name(),
                        thinPool,
                        data.toString()));
    }
}
