package dev.stowage.driver.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.running.LocalDriver;
import dev.stowage.driver.running.Scratch;
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
        survives(Shape.IMAGE);
    }

    @Test
    void anAttachedImageSurvivesEveryDeath() throws Exception {
        survives(Shape.ATTACHED);
    }

    @Test
    void aSubvolumeSurvivesEveryDeath() throws Exception {
        survives(Shape.SUBVOLUME);
    }

    @Test
    void aDirectorySurvivesEveryDeath() throws Exception {
        survives(Shape.DIRECTORY);
    }

    private static void survives(Shape shape) throws Exception {
        try (Scratch scratch = Scratch.make();
                LocalDriver driver = LocalDriver.start(scratch.path(), shape.flags())) {
            for (String volume : List.of(DISK, OTHER, COPY)) {
                scratch.directory("work/" + volume + "-staging"); // as an orchestrator makes it
            }
            try (Life life = new Life(driver, scratch.path().resolve("work"), shape)) {
                Torment torment = new Torment(scratch, driver, life);
                live(shape, scratch, life, torment);
                System.out.printf("%s: killed %d times%n", shape.name(), torment.kills());
            } catch (Throwable e) {
                System.out.printf("%s: the driver said:%n%s%n", shape.name(), Files.readString(driver.log()));
                throw e;
            }
            driver.terminate();
            assertThat(scratch.mounts()).as("mounts after the end").isEmpty();
            // One that somebody looks at just then goes a moment later.
            await().untilAsserted(() ->
                    assertThat(scratch.loops()).as("loop devices after the end").isEmpty());
        }
    }

    private static void live(Shape shape, Scratch scratch, Life life, Torment torment) throws Exception {
        life.create(OTHER); // makes the pool
        life.delete(OTHER);
        SortedSet<String> nothing = Inventory.of(scratch);
        long qgroups = Inventory.qgroups(scratch);

        torment.thereAndBack(() -> life.create(DISK), () -> {}, () -> life.delete(DISK));
        torment.neverTold(() -> life.create(DISK), () -> {}, () -> life.delete(DISK));
        life.create(DISK);
        if (shape.attaches()) {
            torment.thereAndBack(() -> life.attach(DISK), () -> {}, () -> life.detach(DISK));
            torment.givenUp(() -> life.attach(DISK), () -> life.detach(DISK));
            life.attach(DISK);
        }
        Path target = life.target(DISK);
        if (shape.stages()) {
            firstStage(shape, life, torment);
            life.stage(DISK); // makes the file system
            life.unstage(DISK);
            torment.thereAndBack(() -> life.stage(DISK), () -> {}, () -> life.unstage(DISK));
            torment.givenUp(() -> life.stage(DISK), () -> life.unstage(DISK));
            life.stage(DISK);
        }
        life.publish(DISK);
        String sum = Content.write(target);
        life.unpublish(DISK);
        torment.thereAndBack(() -> life.publish(DISK), () -> Content.mustBe(target, sum), () -> life.unpublish(DISK));
        torment.givenUp(() -> life.publish(DISK), () -> life.unpublish(DISK));
        life.publish(DISK);
        Torment.Doing intact = () -> {
            Content.mustBe(target, sum);
            Content.mustBeWritable(target);
        };
        torment.forGood(() -> life.modify(DISK, "blue"), intact);
        if (shape.grows()) {
            long bigger = shape.mebibytes() * 2;
            torment.forGood(() -> life.expand(DISK, bigger), intact);
            if (shape.stages()) {
                torment.forGood(() -> life.expandOnNode(DISK, bigger), intact);
            }
        }
        if (shape.snapshots()) {
            snapshots(life, torment, intact);
            copies(shape, life, torment, sum);
        }
        intact.run();
        life.unpublish(DISK);
        if (shape.stages()) {
            life.unstage(DISK);
        }
        if (shape.attaches()) {
            life.detach(DISK);
        }
        life.delete(DISK);
        assertThat(Inventory.of(scratch)).as("what is there when all is gone").isEqualTo(nothing);
        await().until(() -> Inventory.qgroups(scratch) <= qgroups);
    }

    /// A volume is formatted at most once: every death needs a new one.
    private static void firstStage(Shape shape, Life life, Torment torment) throws Exception {
        torment.onNewThings(
                () -> {
                    life.create(OTHER);
                    if (shape.attaches()) {
                        life.attach(OTHER);
                    }
                },
                () -> life.stage(OTHER),
                () -> {
                    life.publish(OTHER);
                    Content.mustBeWritable(life.target(OTHER));
                    life.unpublish(OTHER);
                },
                () -> {
                    life.unstage(OTHER);
                    if (shape.attaches()) {
                        life.detach(OTHER);
                    }
                    life.delete(OTHER);
                });
    }

    /// What nobody was told of is asked of the group only: its members go the way of any snapshot.
    private static void snapshots(Life life, Torment torment, Torment.Doing intact) throws Exception {
        torment.thereAndBack(() -> life.snapshot(CUT, DISK), intact, () -> life.deleteSnapshot(CUT));
        life.create(OTHER);
        torment.thereAndBack(() -> life.snapshotGroup("group", DISK, OTHER), intact, life::deleteGroup);
        torment.neverTold(() -> life.snapshotGroup("group", DISK, OTHER), intact, life::deleteGroup);
        life.delete(OTHER);
    }

    /// What nobody was told of is cleared away in the same way whatever it was made of.
    private static void copies(Shape shape, Life life, Torment torment, String sum) throws Exception {
        Torment.Doing readable = () -> {
            if (shape.attaches()) {
                life.attach(COPY);
            }
            if (shape.stages()) {
                life.stage(COPY);
            }
            life.publish(COPY);
            Content.mustBe(life.target(COPY), sum);
            Content.mustBeWritable(life.target(COPY));
            life.unpublish(COPY);
            if (shape.stages()) {
                life.unstage(COPY);
            }
            if (shape.attaches()) {
                life.detach(COPY);
            }
        };
        life.snapshot(CUT, DISK);
        torment.thereAndBack(() -> life.restore(COPY, CUT), readable, () -> life.delete(COPY));
        life.deleteSnapshot(CUT);
        torment.thereAndBack(() -> life.copy(COPY, DISK), readable, () -> life.delete(COPY));
        torment.neverTold(() -> life.copy(COPY, DISK), () -> {}, () -> life.delete(COPY));
    }
}
