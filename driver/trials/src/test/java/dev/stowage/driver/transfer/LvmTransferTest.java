package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Logical volumes go from one driver process to another.
@Tag("lab")
@Tag("slow")
final class LvmTransferTest {

    private static final long SIZE = Bytes.gibi(1).count();

    private ScratchDirectory scratch;
    private final VolumeContent content = new VolumeContent();

    @BeforeEach
    void start() throws Exception {
        TestVolumeGroup.assumePossible();
        scratch = ScratchDirectory.make();
    }

    @AfterEach
    void stop() throws Exception {
        if (scratch != null) {
            scratch.close();
        }
    }

    private TestVolumeGroup group(String disk) throws Exception {
        return TestVolumeGroup.thick(scratch, disk, SIZE);
    }

    private DriverNode thick(String name, TestVolumeGroup group) throws Exception {
        return DriverNode.start(scratch, name, "--backend=lvm", "--volume-group=" + group.name());
    }

    private DriverNode thin(String name, TestVolumeGroup group) throws Exception {
        return DriverNode.start(
                scratch,
                name,
                "--backend=lvm",
                "--volume-group=" + group.name(),
                "--thin-pool=" + TestVolumeGroup.THIN_POOL);
    }

    private void moveWithDifferences(DriverNode here, DriverNode there) throws Exception {
        String id = here.volume("db", DriverNode.raw());
        here.use(id, DriverNode.raw(), device -> content.scribble(device, 2000));
        String first = here.snapshot("first", id);
        new VolumeStream(here, there, 2)
                .carry(id, SendRequest.newBuilder().setSnapshotId(first).build());
        here.use(id, DriverNode.raw(), device -> content.scribble(device, 100));
        here.fence(id, 2);
        VolumeStream difference = new VolumeStream(here, there, 2);
        difference.carry(
                id,
                SendRequest.newBuilder()
                        .setVolumeId(id)
                        .setBaseSnapshotId(first)
                        .build());
        assertThat(difference.bytes()).isPositive().isLessThanOrEqualTo(100 * 4096);
        there.activate(id, 2);
        there.use(id, DriverNode.raw(), content::mustBe);
    }

    @Test
    void aThinVolumeMovesWithItsDifferences() throws Exception {
        try (TestVolumeGroup one = group("one.img").withThinPool();
                TestVolumeGroup two = group("two.img").withThinPool();
                DriverNode here = thin("a", one);
                DriverNode there = thin("b", two)) {
            moveWithDifferences(here, there);
        }
    }

    @Test
    void aThinVolumeBecomesAnImage() throws Exception {
        try (TestVolumeGroup one = group("one.img").withThinPool();
                DriverNode here = thin("a", one);
                DriverNode there = DriverNode.start(scratch, "b")) {
            moveWithDifferences(here, there);
        }
    }

    @Test
    void anImageBecomesAThinVolume() throws Exception {
        try (TestVolumeGroup two = group("two.img").withThinPool();
                DriverNode here = DriverNode.start(scratch, "a");
                DriverNode there = thin("b", two)) {
            moveWithDifferences(here, there);
        }
    }

    @Test
    void aThickVolumeMovesAsAWhole() throws Exception {
        try (TestVolumeGroup one = group("one.img");
                TestVolumeGroup two = group("two.img");
                DriverNode here = thick("a", one);
                DriverNode there = thick("b", two)) {
            String old = there.volume("old", DriverNode.raw());
            there.use(old, DriverNode.raw(), device -> new VolumeContent().fill(device, DriverNode.SIZE));
            there.delete(old);
            String id = here.volume("db", DriverNode.raw());
            here.use(id, DriverNode.raw(), device -> content.scribble(device, 500));
            here.fence(id, 2);
            SendRequest all = SendRequest.newBuilder().setVolumeId(id).build();
            assertThat(new VolumeStream(here, there, 2).carry(id, all).getState())
                    .isEqualTo(Copy.State.STANDBY);
            there.activate(id, 2);

            there.use(id, DriverNode.raw(), content::mustBe);
        }
    }

    @Test
    void aThickVolumeReceivesNoDifference() throws Exception {
        try (TestVolumeGroup two = group("two.img");
                DriverNode here = DriverNode.start(scratch, "a");
                DriverNode there = thick("b", two)) {
            assertThatThrownBy(() -> moveWithDifferences(here, there))
                    .hasMessageContaining("FAILED_PRECONDITION")
                    .hasMessageContaining("delete the copy");
        }
    }

    @Test
    void everyStepOfAThinVolumesLifeSurvivesAKill() throws Exception {
        try (TestVolumeGroup one = group("one.img").withThinPool();
                TestVolumeGroup two = group("two.img").withThinPool();
                DriverNode here = thin("a", one);
                DriverNode there = thin("b", two)) {
            assertThat(new KilledTransfers(here, there, DriverNode.raw(), content).surviveAll())
                    .isGreaterThan(20);
            assertThat(two.list().stream().filter(name -> name.contains("stowage-")))
                    .isEmpty();
        }
    }

    @Test
    void everyStepOfAThickVolumesLifeSurvivesAKill() throws Exception {
        try (TestVolumeGroup one = group("one.img");
                TestVolumeGroup two = group("two.img");
                DriverNode here = thick("a", one);
                DriverNode there = thick("b", two)) {
            assertThat(new KilledTransfers(here, there, DriverNode.raw(), content).surviveWhole())
                    .isGreaterThan(10);
            assertThat(two.list().stream().filter(name -> name.contains("stowage-")))
                    .isEmpty();
        }
    }
}
