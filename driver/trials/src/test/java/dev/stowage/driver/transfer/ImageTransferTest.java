package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.AbandonReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.driver.process.ScratchDirectory;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Volumes as images go from one driver process to another.
final class ImageTransferTest {

    private ScratchDirectory scratch;
    private DriverNode here;
    private DriverNode there;
    private final VolumeContent content = new VolumeContent();

    @BeforeEach
    void start() throws Exception {
        scratch = ScratchDirectory.make();
        here = DriverNode.start(scratch, "a");
        there = DriverNode.start(scratch, "b");
    }

    @AfterEach
    void stop() throws Exception {
        here.close();
        there.close();
        scratch.close();
    }

    private static SendRequest snapshot(String id) {
        return SendRequest.newBuilder().setSnapshotId(id).build();
    }

    @Test
    void aVolumeMovesWithAllItsDataAndOnlyItsDifferences() throws Exception {
        String id = here.volume("db", DriverNode.raw());
        here.use(id, DriverNode.raw(), device -> content.scribble(device, 2000));
        String first = here.snapshot("first", id);
        assertThat(new VolumeStream(here, there, 2).carry(id, snapshot(first)).getState())
                .isEqualTo(Copy.State.STANDBY);
        here.use(id, DriverNode.raw(), device -> content.scribble(device, 300));
        String second = here.snapshot("second", id);
        VolumeStream difference = new VolumeStream(here, there, 2);
        difference.carry(
                id, snapshot(second).toBuilder().setBaseSnapshotId(first).build());
        assertThat(difference.bytes()).isPositive().isLessThanOrEqualTo(300 * 4096);

        here.use(id, DriverNode.raw(), device -> {
            content.scribble(device, 10);
            assertThat(here.fence(id, 2).getInUse()).isTrue();
        });
        assertThat(here.fence(id, 2).getInUse()).isFalse();
        assertThatThrownBy(() -> here.stage(id, DriverNode.raw())).hasMessageContaining("is moving to node-2");
        VolumeStream last = new VolumeStream(here, there, 2);
        last.carry(
                id,
                SendRequest.newBuilder()
                        .setVolumeId(id)
                        .setBaseSnapshotId(second)
                        .build());
        assertThat(last.bytes()).isPositive().isLessThanOrEqualTo(10 * 4096);
        assertThatThrownBy(() -> there.stage(id, DriverNode.raw())).hasMessageContaining("is not active");

        assertThat(there.activate(id, 2).getState()).isEqualTo(Copy.State.ACTIVE);
        there.use(id, DriverNode.raw(), content::mustBe);
        assertThat(there.inPool("received")).isEmpty();
        assertThat(there.inPool("incoming")).isEmpty();
        String old = here.transfer
                .deleteCopy(DeleteCopyRequest.newBuilder()
                        .setVolumeId(id)
                        .setGeneration(2)
                        .setSnapshotName("old")
                        .build())
                .getSnapshotId();
        here.use(here.restored("again", old, DriverNode.raw()), DriverNode.raw(), content::mustBe);
    }

    @Test
    void aFileSystemMovesWithItsFiles() throws Exception {
        String id = here.volume("files", DriverNode.mounted());
        here.use(id, DriverNode.mounted(), root -> Files.writeString(root.resolve("letter"), "as it was"));
        here.fence(id, 2);

        new VolumeStream(here, there, 2)
                .carry(id, SendRequest.newBuilder().setVolumeId(id).build());
        there.activate(id, 2);

        there.use(
                id,
                DriverNode.mounted(),
                root -> assertThat(root.resolve("letter")).hasContent("as it was"));
    }

    @Test
    void aSnapshotBecomesAnotherVolumeElsewhere() throws Exception {
        String id = here.volume("files", DriverNode.mounted());
        here.use(id, DriverNode.mounted(), root -> Files.writeString(root.resolve("letter"), "as it was"));
        String snapshot = here.snapshot("kept", id);

        new VolumeStream(here, there, 1).carry("another", snapshot(snapshot));
        there.activate("another", 1);

        there.use(
                "another",
                DriverNode.mounted(),
                root -> assertThat(root.resolve("letter")).hasContent("as it was"));
    }

    @Test
    void aTransferThatIsKilledOnBothSidesIsResumed() throws Exception {
        String id = here.volume("db", DriverNode.raw());
        here.use(id, DriverNode.raw(), device -> content.fill(device, 90 << 20));
        SendRequest all = snapshot(here.snapshot("first", id));
        there.begin(id, 2, new VolumeStream(here, there, 2).header(all));
        AtomicInteger extents = new AtomicInteger();
        VolumeStream killed = new VolumeStream(here, there, 2).through(extent -> {
            if (extents.incrementAndGet() == 80) {
                there.process.kill();
            }
            return extent;
        });
        assertThatThrownBy(() -> killed.carry(id, all)).hasMessageContaining("UNAVAILABLE");
        there.process.restart();
        here.process.restart();

        long durable = there.begin(id, 2, killed.header(all)).getDurableOffset();
        assertThat(durable).as("what was flushed before the kill").isGreaterThanOrEqualTo(64 << 20);
        VolumeStream rest = new VolumeStream(here, there, 2);
        assertThat(rest.carry(id, all).getState()).isEqualTo(Copy.State.STANDBY);
        assertThat(rest.bytes()).isEqualTo((90 << 20) - durable);
        there.activate(id, 2);
        there.use(id, DriverNode.raw(), content::mustBe);
    }

    @Test
    void aChangedByteOnTheWayIsFoundAndNothingIsLeft() throws Exception {
        String id = here.volume("db", DriverNode.raw());
        here.use(id, DriverNode.raw(), device -> content.scribble(device, 50));
        SendRequest all = snapshot(here.snapshot("first", id));
        AtomicInteger extents = new AtomicInteger();
        VolumeStream tampered = new VolumeStream(here, there, 2)
                .through(extent -> extents.incrementAndGet() == 20 ? changed(extent) : extent);

        assertThatThrownBy(() -> tampered.carry(id, all))
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("is not what was sent");
        assertThatThrownBy(() -> there.activate(id, 2)).hasMessageContaining("FAILED_PRECONDITION");
        assertThatThrownBy(() -> there.stage(id, DriverNode.raw())).hasMessageContaining("is being received");
        var _ = there.transfer.abandonReceive(AbandonReceiveRequest.newBuilder()
                .setVolumeId(id)
                .setGeneration(2)
                .build());
        assertThat(there.inPool("received")).isEmpty();
        assertThat(new VolumeStream(here, there, 2).carry(id, all).getState()).isEqualTo(Copy.State.STANDBY);
    }

    private static Extent changed(Extent extent) {
        byte[] bytes = extent.getData().toByteArray();
        bytes[bytes.length / 2]++;
        return extent.toBuilder().setData(ByteString.copyFrom(bytes)).build();
    }
}
