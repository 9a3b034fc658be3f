package dev.stowage.driver.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.LoopDevice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// One volume lifecycle for each backend. Every call is interrupted at every step.
@Execution(ExecutionMode.CONCURRENT)
final class CrashTest {

    private static final String DISK = "disk";
    private static final String OTHER = "other";
    private static final String COPY = "copy";
    private static final String CUT = "cut";

    @Test
    void anImageSurvivesEveryDeath() throws Exception {
        survives(DriverVariant.IMAGE);
    }

    @Test
    void anAttachedImageSurvivesEveryDeath() throws Exception {
        survives(DriverVariant.ATTACHED);
    }

    @Test
    void aSubvolumeSurvivesEveryDeath() throws Exception {
        survives(DriverVariant.SUBVOLUME);
    }

    @Test
    void aDirectorySurvivesEveryDeath() throws Exception {
        survives(DriverVariant.DIRECTORY);
    }

    private static void survives(DriverVariant driverVariant) throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make()) {
            survives(driverVariant, scratch);
        }
    }

    static void survives(DriverVariant driverVariant, ScratchDirectory scratch) throws Exception {
        List<LoopDevice> before = scratch.loops();
        try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), driverVariant.flags())) {
            for (String volume : List.of(DISK, OTHER, COPY)) {
                scratch.directory("work/" + volume + "-staging"); // as an orchestrator creates it
            }
            try (VolumeLifecycle lifecycle =
                    new VolumeLifecycle(driver, scratch.path().resolve("work"), driverVariant)) {
                CrashInjector injector = new CrashInjector(scratch, driver, lifecycle, driverVariant);
                live(driverVariant, scratch, lifecycle, injector);
                System.out.printf("%s: killed %d times%n", driverVariant.name(), injector.kills());
            } catch (Throwable e) {
                System.out.printf("%s: the driver said:%n%s%n", driverVariant.name(), Files.readString(driver.log()));
                throw e;
            }
            driver.terminate();
            assertThat(scratch.mounts()).as("mounts after the end").isEmpty();
            // One that another process has open is detached a moment later.
            await().untilAsserted(() ->
                    assertThat(scratch.loops()).as("loop devices after the end").isEqualTo(before));
        }
    }

    private static void live(
            DriverVariant driverVariant, ScratchDirectory scratch, VolumeLifecycle lifecycle, CrashInjector injector)
            throws Exception {
        lifecycle.create(OTHER); // creates the pool
        lifecycle.delete(OTHER);
        SortedSet<String> nothing = DriverInventory.of(scratch, driverVariant);
        long qgroups = DriverInventory.qgroups(scratch);

        injector.thereAndBack(() -> lifecycle.create(DISK), () -> {}, () -> lifecycle.delete(DISK));
        injector.withoutAnswer(() -> lifecycle.create(DISK), () -> {}, () -> lifecycle.delete(DISK));
        lifecycle.create(DISK);
        if (driverVariant.attaches()) {
            injector.thereAndBack(() -> lifecycle.attach(DISK), () -> {}, () -> lifecycle.detach(DISK));
            injector.givenUp(() -> lifecycle.attach(DISK), () -> lifecycle.detach(DISK));
            lifecycle.attach(DISK);
        }
        Path target = lifecycle.target(DISK);
        if (driverVariant.stages()) {
            lifecycle.stage(DISK); // creates the file system, after what happens in the background
            lifecycle.unstage(DISK);
            firstStage(driverVariant, lifecycle, injector);
            injector.thereAndBack(() -> lifecycle.stage(DISK), () -> {}, () -> lifecycle.unstage(DISK));
            injector.givenUp(() -> lifecycle.stage(DISK), () -> lifecycle.unstage(DISK));
            lifecycle.stage(DISK);
        }
        lifecycle.publish(DISK);
        String sum = WrittenData.write(target);
        lifecycle.unpublish(DISK);
        injector.thereAndBack(
                () -> lifecycle.publish(DISK), () -> WrittenData.mustBe(target, sum), () -> lifecycle.unpublish(DISK));
        injector.givenUp(() -> lifecycle.publish(DISK), () -> lifecycle.unpublish(DISK));
        lifecycle.publish(DISK);
        CrashInjector.Doing intact = () -> {
            WrittenData.mustBe(target, sum);
            WrittenData.mustBeWritable(target);
        };
        injector.forGood(() -> lifecycle.modify(DISK, "blue"), intact);
        if (driverVariant.grows()) {
            long bigger = driverVariant.mebibytes() * 2;
            injector.forGood(() -> lifecycle.expand(DISK, bigger), intact);
            if (driverVariant.stages()) {
                injector.forGood(() -> lifecycle.expandOnNode(DISK, bigger), intact);
            }
        }
        if (driverVariant.snapshots()) {
            snapshots(lifecycle, injector, intact);
            copies(driverVariant, lifecycle, injector, sum);
        }
        intact.run();
        lifecycle.unpublish(DISK);
        if (driverVariant.stages()) {
            lifecycle.unstage(DISK);
        }
        if (driverVariant.attaches()) {
            lifecycle.detach(DISK);
        }
        lifecycle.delete(DISK);
        assertThat(DriverInventory.of(scratch, driverVariant))
                .as("what is there when all is gone")
                .isEqualTo(nothing);
        await().until(() -> DriverInventory.qgroups(scratch) <= qgroups);
    }

    /// A volume is formatted at most once, so every kill needs a new one.
    private static void firstStage(DriverVariant driverVariant, VolumeLifecycle lifecycle, CrashInjector injector)
            throws Exception {
        injector.onNewThings(
                () -> {
                    lifecycle.create(OTHER);
                    if (driverVariant.attaches()) {
                        lifecycle.attach(OTHER);
                    }
                },
                () -> lifecycle.stage(OTHER),
                () -> {
                    lifecycle.publish(OTHER);
                    WrittenData.mustBeWritable(lifecycle.target(OTHER));
                    lifecycle.unpublish(OTHER);
                },
                () -> {
                    lifecycle.unstage(OTHER);
                    if (driverVariant.attaches()) {
                        lifecycle.detach(OTHER);
                    }
                    lifecycle.delete(OTHER);
                });
    }

    /// Creations without a response are tested with the group only: its members are handled like any snapshot.
    private static void snapshots(VolumeLifecycle lifecycle, CrashInjector injector, CrashInjector.Doing intact)
            throws Exception {
        injector.thereAndBack(() -> lifecycle.snapshot(CUT, DISK), intact, () -> lifecycle.deleteSnapshot(CUT));
        lifecycle.create(OTHER);
        injector.thereAndBack(() -> lifecycle.snapshotGroup("group", DISK, OTHER), intact, lifecycle::deleteGroup);
        injector.withoutAnswer(() -> lifecycle.snapshotGroup("group", DISK, OTHER), intact, lifecycle::deleteGroup);
        lifecycle.delete(OTHER);
    }

    /// Creations without a response are cleaned up in the same way for every source.
    private static void copies(
            DriverVariant driverVariant, VolumeLifecycle lifecycle, CrashInjector injector, String sum)
            throws Exception {
        CrashInjector.Doing readable = () -> {
            if (driverVariant.attaches()) {
                lifecycle.attach(COPY);
            }
            if (driverVariant.stages()) {
                lifecycle.stage(COPY);
            }
            lifecycle.publish(COPY);
            WrittenData.mustBe(lifecycle.target(COPY), sum);
            WrittenData.mustBeWritable(lifecycle.target(COPY));
            lifecycle.unpublish(COPY);
            if (driverVariant.stages()) {
                lifecycle.unstage(COPY);
            }
            if (driverVariant.attaches()) {
                lifecycle.detach(COPY);
            }
        };
        lifecycle.snapshot(CUT, DISK);
        injector.thereAndBack(() -> lifecycle.restore(COPY, CUT), readable, () -> lifecycle.delete(COPY));
        lifecycle.deleteSnapshot(CUT);
        injector.thereAndBack(() -> lifecycle.copy(COPY, DISK), readable, () -> lifecycle.delete(COPY));
        injector.withoutAnswer(() -> lifecycle.copy(COPY, DISK), () -> {}, () -> lifecycle.delete(COPY));
    }
}
