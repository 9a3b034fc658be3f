package dev.stowage.driver.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// One life of a volume for each way of keeping it. Every call of it is cut off at every step.
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
        try (ScratchDirectory scratchDirectory = ScratchDirectory.make();
                LocalDriverProcess driver = LocalDriverProcess.start(scratchDirectory.path(), driverVariant.flags())) {
            for (String volume : List.of(DISK, OTHER, COPY)) {
                scratchDirectory.directory("work/" + volume + "-staging"); // as an orchestrator makes it
            }
            try (VolumeLifecycle volumeLifecycle =
                    new VolumeLifecycle(driver, scratchDirectory.path().resolve("work"), driverVariant)) {
                CrashInjector crashInjector = new CrashInjector(scratchDirectory, driver, volumeLifecycle);
                live(driverVariant, scratchDirectory, volumeLifecycle, crashInjector);
                System.out.printf("%s: killed %d times%n", driverVariant.name(), crashInjector.kills());
            } catch (Throwable e) {
                System.out.printf("%s: the driver said:%n%s%n", driverVariant.name(), Files.readString(driver.log()));
                throw e;
            }
            driver.terminate();
            assertThat(scratchDirectory.mounts()).as("mounts after the end").isEmpty();
            // One that somebody looks at just then goes a moment later.
            await().untilAsserted(() -> assertThat(scratchDirectory.loops())
                    .as("loop devices after the end")
                    .isEmpty());
        }
    }

    private static void live(
            DriverVariant driverVariant,
            ScratchDirectory scratchDirectory,
            VolumeLifecycle volumeLifecycle,
            CrashInjector crashInjector)
            throws Exception {
        volumeLifecycle.create(OTHER); // makes the pool
        volumeLifecycle.delete(OTHER);
        SortedSet<String> nothing = DriverInventory.of(scratchDirectory);
        long qgroups = DriverInventory.qgroups(scratchDirectory);

        crashInjector.thereAndBack(() -> volumeLifecycle.create(DISK), () -> {}, () -> volumeLifecycle.delete(DISK));
        crashInjector.neverTold(() -> volumeLifecycle.create(DISK), () -> {}, () -> volumeLifecycle.delete(DISK));
        volumeLifecycle.create(DISK);
        if (driverVariant.attaches()) {
            crashInjector.thereAndBack(
                    () -> volumeLifecycle.attach(DISK), () -> {}, () -> volumeLifecycle.detach(DISK));
            crashInjector.givenUp(() -> volumeLifecycle.attach(DISK), () -> volumeLifecycle.detach(DISK));
            volumeLifecycle.attach(DISK);
        }
        Path target = volumeLifecycle.target(DISK);
        if (driverVariant.stages()) {
            firstStage(driverVariant, volumeLifecycle, crashInjector);
            volumeLifecycle.stage(DISK); // makes the file system
            volumeLifecycle.unstage(DISK);
            crashInjector.thereAndBack(
                    () -> volumeLifecycle.stage(DISK), () -> {}, () -> volumeLifecycle.unstage(DISK));
            crashInjector.givenUp(() -> volumeLifecycle.stage(DISK), () -> volumeLifecycle.unstage(DISK));
            volumeLifecycle.stage(DISK);
        }
        volumeLifecycle.publish(DISK);
        String sum = WrittenData.write(target);
        volumeLifecycle.unpublish(DISK);
        crashInjector.thereAndBack(
                () -> volumeLifecycle.publish(DISK),
                () -> WrittenData.mustBe(target, sum),
                () -> volumeLifecycle.unpublish(DISK));
        crashInjector.givenUp(() -> volumeLifecycle.publish(DISK), () -> volumeLifecycle.unpublish(DISK));
        volumeLifecycle.publish(DISK);
        CrashInjector.Doing intact = () -> {
            WrittenData.mustBe(target, sum);
            WrittenData.mustBeWritable(target);
        };
        crashInjector.forGood(() -> volumeLifecycle.modify(DISK, "blue"), intact);
        if (driverVariant.grows()) {
            long bigger = driverVariant.mebibytes() * 2;
            crashInjector.forGood(() -> volumeLifecycle.expand(DISK, bigger), intact);
            if (driverVariant.stages()) {
                crashInjector.forGood(() -> volumeLifecycle.expandOnNode(DISK, bigger), intact);
            }
        }
        if (driverVariant.snapshots()) {
            snapshots(volumeLifecycle, crashInjector, intact);
            copies(driverVariant, volumeLifecycle, crashInjector, sum);
        }
        intact.run();
        volumeLifecycle.unpublish(DISK);
        if (driverVariant.stages()) {
            volumeLifecycle.unstage(DISK);
        }
        if (driverVariant.attaches()) {
            volumeLifecycle.detach(DISK);
        }
        volumeLifecycle.delete(DISK);
        assertThat(DriverInventory.of(scratchDirectory))
                .as("what is there when all is gone")
                .isEqualTo(nothing);
        await().until(() -> DriverInventory.qgroups(scratchDirectory) <= qgroups);
    }

    /// A volume is formatted at most once: every death needs a new one.
    private static void firstStage(
            DriverVariant driverVariant, VolumeLifecycle volumeLifecycle, CrashInjector crashInjector)
            throws Exception {
        crashInjector.onNewThings(
                () -> {
                    volumeLifecycle.create(OTHER);
                    if (driverVariant.attaches()) {
                        volumeLifecycle.attach(OTHER);
                    }
                },
                () -> volumeLifecycle.stage(OTHER),
                () -> {
                    volumeLifecycle.publish(OTHER);
                    WrittenData.mustBeWritable(volumeLifecycle.target(OTHER));
                    volumeLifecycle.unpublish(OTHER);
                },
                () -> {
                    volumeLifecycle.unstage(OTHER);
                    if (driverVariant.attaches()) {
                        volumeLifecycle.detach(OTHER);
                    }
                    volumeLifecycle.delete(OTHER);
                });
    }

    /// What nobody was told of is asked of the group only: its members go the way of any snapshot.
    private static void snapshots(
            VolumeLifecycle volumeLifecycle, CrashInjector crashInjector, CrashInjector.Doing intact) throws Exception {
        crashInjector.thereAndBack(
                () -> volumeLifecycle.snapshot(CUT, DISK), intact, () -> volumeLifecycle.deleteSnapshot(CUT));
        volumeLifecycle.create(OTHER);
        crashInjector.thereAndBack(
                () -> volumeLifecycle.snapshotGroup("group", DISK, OTHER), intact, volumeLifecycle::deleteGroup);
        crashInjector.neverTold(
                () -> volumeLifecycle.snapshotGroup("group", DISK, OTHER), intact, volumeLifecycle::deleteGroup);
        volumeLifecycle.delete(OTHER);
    }

    /// What nobody was told of is cleared away in the same way whatever it was made of.
    private static void copies(
            DriverVariant driverVariant, VolumeLifecycle volumeLifecycle, CrashInjector crashInjector, String sum)
            throws Exception {
        CrashInjector.Doing readable = () -> {
            if (driverVariant.attaches()) {
                volumeLifecycle.attach(COPY);
            }
            if (driverVariant.stages()) {
                volumeLifecycle.stage(COPY);
            }
            volumeLifecycle.publish(COPY);
            WrittenData.mustBe(volumeLifecycle.target(COPY), sum);
            WrittenData.mustBeWritable(volumeLifecycle.target(COPY));
            volumeLifecycle.unpublish(COPY);
            if (driverVariant.stages()) {
                volumeLifecycle.unstage(COPY);
            }
            if (driverVariant.attaches()) {
                volumeLifecycle.detach(COPY);
            }
        };
        volumeLifecycle.snapshot(CUT, DISK);
        crashInjector.thereAndBack(
                () -> volumeLifecycle.restore(COPY, CUT), readable, () -> volumeLifecycle.delete(COPY));
        volumeLifecycle.deleteSnapshot(CUT);
        crashInjector.thereAndBack(
                () -> volumeLifecycle.copy(COPY, DISK), readable, () -> volumeLifecycle.delete(COPY));
        crashInjector.neverTold(() -> volumeLifecycle.copy(COPY, DISK), () -> {}, () -> volumeLifecycle.delete(COPY));
    }
}
