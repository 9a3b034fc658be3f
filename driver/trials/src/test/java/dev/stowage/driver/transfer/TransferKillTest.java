package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.driver.process.ScratchDirectory;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The receiving driver is killed at every step of every call. The repeated call must finish what it had
/// begun.
final class TransferKillTest {

    /// More than any call has.
    private static final int MOST = 60;

    private final VolumeContent content = new VolumeContent();
    private int kills;

    /// A call, or several, that are repeated as a whole.
    @FunctionalInterface
    private interface Call {
        Copy make() throws Exception;
    }

    @Test
    void everyStepOfAReceivedVolumesLifeSurvivesAKill() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                DriverNode here = DriverNode.start(scratch, "a");
                DriverNode there = DriverNode.start(scratch, "b")) {
            String id = here.volume("db", DriverNode.raw());
            here.use(id, DriverNode.raw(), device -> content.scribble(device, 200));
            String first = here.snapshot("first", id);
            here.use(id, DriverNode.raw(), device -> content.scribble(device, 50));
            SendRequest all = SendRequest.newBuilder().setSnapshotId(first).build();
            SendRequest difference = SendRequest.newBuilder()
                    .setSnapshotId(here.snapshot("second", id))
                    .setBaseSnapshotId(first)
                    .build();
            int before = -1;
            for (int step = 1; kills > before; step++) {
                assertThat(step).as("a call that has so many steps").isLessThan(MOST);
                before = kills;
                live(here, there, "copy-" + step, step, all, difference);
            }
        }
        assertThat(kills).isGreaterThan(40);
    }

    private void live(DriverNode here, DriverNode there, String copy, int step, SendRequest all, SendRequest difference)
            throws Exception {
        killed(there, step, () -> new VolumeStream(here, there, 1).carry(copy, all));
        killed(there, step, () -> new VolumeStream(here, there, 1).carry(copy, difference));
        assertThat(there.inPool("incoming")).isEmpty();
        killed(there, step, () -> there.activate(copy, 1));
        there.use(copy, DriverNode.raw(), content::mustBe);
        assertThat(there.inPool("received")).isEmpty();
        killed(there, step, () -> there.fence(copy, 2));
        killed(there, step, () -> {
            var _ = there.transfer.deleteCopy(DeleteCopyRequest.newBuilder()
                    .setVolumeId(copy)
                    .setGeneration(2)
                    .build());
            return Copy.getDefaultInstance();
        });
        assertThat(there.inPool("mounted")).doesNotContain(copy);
    }

    private void killed(DriverNode there, int step, Call call) throws Exception {
        there.process.order(step + " transfer");
        boolean died = false;
        try {
            call.make();
        } catch (StatusRuntimeException e) {
            assertThat(e.getStatus().getCode()).as(e.toString()).isEqualTo(Status.Code.UNAVAILABLE);
            died = true;
        }
        there.process.withdrawOrder();
        if (died) {
            kills++;
            restart(there);
            call.make();
        }
    }

    private static void restart(DriverNode there) throws IOException {
        await().until(() -> !there.process.isAlive());
        there.process.restart();
    }
}
