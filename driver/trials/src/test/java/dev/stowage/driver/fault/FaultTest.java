package dev.stowage.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.crash.VolumeLifecycle;
import dev.stowage.driver.crash.WrittenData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The disk of a pool fails before, in or after each step of a volume's life. What the driver reports as done is there
/// after the repair; what it reports as failed succeeds then; and what was synced before is intact.
@Tag("lab")
@Tag("slow")
final class FaultTest {

    private static final String OTHER = "other";

    /// A thick volume meets the same faults below the same file system as a thin one; only the group differs.
    ///
    /// @param reason of the problem that is reported; none while nothing fails that anybody could notice
    @ParameterizedTest
    @CsvSource({
        "IMAGE, ALL, FileSystemFailed",
        "IMAGE, WRITES, FileSystemFailed",
        "IMAGE, POWER_CUT, ''",
        "THICK, ALL, GroupFails",
        "THIN, ALL, GroupFails",
        "THIN, WRITES, FileSystemFailed",
        "THIN, POWER_CUT, ''"
    })
    void aVolumeSurvivesAFailingDisk(FaultyPool pool, Fault fault, String reason) throws Exception {
        pool.run(VolumeKind.EXT4, system -> {
            FaultyLifecycle life = new FaultyLifecycle(system, fault);
            life.create();
            life.stageFirst();
            life.stageAgain();
            if (!reason.isEmpty()) {
                life.report(reason);
            }
            life.modify();
            if (system.variant().snapshots()) {
                life.snapshot();
                life.copy();
            }
            life.expand();
            life.end();
        });
    }

    /// Where the kind of the volume matters: it is formatted once, and its copy gets an identity of its own.
    @ParameterizedTest
    @CsvSource({"IMAGE, XFS", "IMAGE, RAW", "THIN, BTRFS", "THIN, RAW"})
    void aVolumeOfAnyKindSurvivesAFailingDisk(FaultyPool pool, VolumeKind kind) throws Exception {
        pool.run(kind, system -> {
            FaultyLifecycle life = new FaultyLifecycle(system, Fault.ALL);
            life.create();
            life.stageFirst();
            life.stageAgain();
            life.copy();
            life.end();
        });
    }

    /// In particular between the look whether there is a file system and mkfs, and between mkfs and its record.
    @ParameterizedTest
    @EnumSource
    void aDiskMayFailAtEachPointOfAFirstStage(FaultyPool pool) throws Exception {
        pool.run(VolumeKind.EXT4, system -> {
            VolumeLifecycle life = system.lifecycle();
            boolean more = true;
            for (int point = 1; more; point++) {
                life.create(OTHER);
                more = new FaultyPoint(system, point).strikes(() -> life.stage(OTHER));
                system.repairAndReboot();
                life.stage(OTHER);
                life.publish(OTHER);
                WrittenData.mustBeWritable(life.target(OTHER));
                life.unpublish(OTHER);
                life.unstage(OTHER);
                life.delete(OTHER);
            }
        });
    }

    /// Its data is there after each, in the same file system.
    @ParameterizedTest
    @EnumSource(names = "THICK", mode = EnumSource.Mode.EXCLUDE)
    void aDiskMayFailAtEachPointOfAnotherStage(FaultyPool pool) throws Exception {
        pool.run(VolumeKind.EXT4, system -> {
            VolumeLifecycle life = system.lifecycle();
            life.create(OTHER);
            life.stage(OTHER);
            life.publish(OTHER);
            String sum = WrittenData.write(life.target(OTHER));
            String uuid = system.uuid(OTHER);
            boolean more = true;
            for (int point = 1; more; point++) {
                life.unpublish(OTHER);
                life.unstage(OTHER);
                more = new FaultyPoint(system, point).strikes(() -> life.stage(OTHER));
                system.repairAndReboot();
                life.stage(OTHER);
                life.publish(OTHER);
                WrittenData.mustBe(life.target(OTHER), sum);
                assertThat(system.uuid(OTHER)).isEqualTo(uuid);
            }
        });
    }
}
