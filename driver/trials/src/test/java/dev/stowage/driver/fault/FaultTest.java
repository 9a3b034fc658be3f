package dev.stowage.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.crash.VolumeLifecycle;
import dev.stowage.driver.crash.WrittenData;
import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The disk of a pool fails before each step of a volume's life. What the driver reports as done is there after the
/// repair; what it reports as failed succeeds then; and what was synced before is intact.
@Tag("lab")
@Tag("slow")
final class FaultTest {

    private static final String DISK = "disk";
    private static final String OTHER = "other";
    private static final String COPY = "copy";
    private static final String CUT = "cut";
    private static final long SIZE = Bytes.gibi(1).count();

    /// How a disk fails.
    enum Fault {
        ALL {
            @Override
            void strike(FaultyDisk disk) throws IOException {
                disk.fail();
            }
        },
        WRITES {
            @Override
            void strike(FaultyDisk disk) throws IOException {
                disk.failWrites();
            }
        };

        abstract void strike(FaultyDisk disk) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void anImageSurvivesAFailingDisk(Fault fault) throws Exception {
        FaultyDisk.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                FaultyDisk disk = FaultyDisk.make(scratch, SIZE);
                FaultySystem system = new FaultySystem(scratch, disk, new FileSystemStorage(scratch, disk))) {
            survives(system, fault, true);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aThickVolumeSurvivesAFailingDisk(Fault fault) throws Exception {
        survivesInGroup(fault, false);
    }

    @ParameterizedTest
    @EnumSource
    void aThinVolumeSurvivesAFailingDisk(Fault fault) throws Exception {
        survivesInGroup(fault, true);
    }

    private static void survivesInGroup(Fault fault, boolean thin) throws Exception {
        TestVolumeGroup.assumePossible();
        FaultyDisk.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                FaultyDisk disk = FaultyDisk.make(scratch, SIZE);
                TestVolumeGroup group = TestVolumeGroup.on(disk.node())) {
            DriverVariant variant = thin ? DriverVariant.thin(group.withThinPool()) : DriverVariant.thick(group);
            try (FaultySystem system = new FaultySystem(scratch, disk, new GroupStorage(group, variant))) {
                survives(system, fault, thin);
            }
        }
    }

    private static void survives(FaultySystem system, Fault fault, boolean snapshots) throws Exception {
        try {
            live(system, fault, snapshots);
        } catch (Throwable e) {
            System.out.printf("The driver said:%n%s%n", Files.readString(system.log()));
            throw e;
        }
    }

    private static void live(FaultySystem system, Fault fault, boolean snapshots) throws Exception {
        VolumeLifecycle life = system.lifecycle();
        life.create(DISK);
        String sum = start(life);
        FaultyStep step = new FaultyStep(system, fault, () -> {
            use(life, DISK);
            WrittenData.mustBe(life.target(DISK), sum);
            WrittenData.mustBeWritable(life.target(DISK));
        });

        step.run("create", () -> life.create(OTHER));
        step.run("first stage", () -> life.stage(OTHER));
        step.run("publish", () -> life.publish(OTHER));
        life.unpublish(OTHER);
        life.unstage(OTHER);

        fault.strike(system.disk());
        assertThatThrownBy(() -> WrittenData.mustBeWritable(life.target(DISK)))
                .as("a synced write to a failed disk")
                .isInstanceOf(AssertionError.class);
        assertThat(life.health(DISK)).as("what the driver reports meanwhile").isNotEmpty();
        step.repair();

        if (snapshots) {
            step.run("snapshot", () -> life.snapshot(CUT, DISK));
            step.run("restore", () -> life.restore(COPY, CUT));
            use(life, COPY);
            WrittenData.mustBe(life.target(COPY), sum);
            life.unpublish(COPY);
            life.unstage(COPY);
            life.delete(COPY);
            step.run("delete of the snapshot", () -> life.deleteSnapshot(CUT));
        }
        step.run("expand", () -> life.expand(DISK, 32));
        life.expand(DISK, 48);
        step.run("expand on the node", () -> life.expandOnNode(DISK, 48));
        assertThat(Files.getFileStore(life.target(DISK)).getTotalSpace())
                .isGreaterThan(Bytes.mebi(36).count());
        step.run("unpublish", () -> life.unpublish(DISK));
        life.unpublish(DISK);
        step.run("unstage", () -> {
            try {
                life.unpublish(DISK);
            } catch (StatusRuntimeException e) {
                // A disk that fails may keep it from the rest of the call, which only tidies up.
            }
            return life.unstage(DISK);
        });
        step.run("delete", () -> life.delete(OTHER));
        life.unpublish(DISK);
        life.unstage(DISK);
        life.delete(DISK);
    }

    private static String start(VolumeLifecycle life) throws Exception {
        use(life, DISK);
        return WrittenData.write(life.target(DISK));
    }

    private static void use(VolumeLifecycle life, String volume) throws Exception {
        life.stage(volume);
        life.publish(volume);
    }
}
