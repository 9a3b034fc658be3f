package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.v1.VolumeCapability;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;

/// The life of a received volume, again and again; each time the receiving driver is killed one step later in every
/// call.
final class KilledTransfers {

    /// More than any call has.
    private static final int MOST = 100;

    private final DriverNode here;
    private final DriverNode there;
    private final VolumeCapability capability;
    private final TransferContent content;
    private int kills;

    KilledTransfers(DriverNode here, DriverNode there, VolumeCapability capability, TransferContent content) {
        this.here = here;
        this.there = there;
        this.capability = capability;
        this.content = content;
    }

    /// A call, or several, that are repeated as a whole.
    @FunctionalInterface
    private interface Call {
        Copy make() throws Exception;
    }

    /// With a difference.
    ///
    /// @return how often the driver was killed
    int surviveAll() throws Exception {
        String id = here.volume("db", capability);
        here.use(id, capability, target -> content.scribble(target, 200));
        String first = here.snapshot("first", id);
        here.use(id, capability, target -> content.scribble(target, 50));
        SendRequest all = SendRequest.newBuilder().setSnapshotId(first).build();
        SendRequest difference = SendRequest.newBuilder()
                .setSnapshotId(here.snapshot("second", id))
                .setBaseSnapshotId(first)
                .build();
        return survive(List.of(all, difference));
    }

    /// For volumes without snapshots.
    int surviveWhole() throws Exception {
        String id = here.volume("db", capability);
        here.use(id, capability, target -> content.scribble(target, 200));
        here.fence(id, 2);
        return survive(List.of(SendRequest.newBuilder().setVolumeId(id).build()));
    }

    private int survive(List<SendRequest> sent) throws Exception {
        int before = -1;
        for (int step = 1; kills > before; step++) {
            assertThat(step).as("a call that has so many steps").isLessThan(MOST);
            before = kills;
            live("copy-" + step, step, sent);
        }
        return kills;
    }

    private void live(String copy, int step, List<SendRequest> sent) throws Exception {
        for (SendRequest part : sent) {
            killed(step, () -> new VolumeStream(here, there, 1).carry(copy, part));
        }
        assertThat(there.inPool("incoming")).isEmpty();
        killed(step, () -> there.activate(copy, 1));
        there.use(copy, capability, content::mustBe);
        assertThat(there.inPool("received")).isEmpty();
        killed(step, () -> there.fence(copy, 2));
        killed(step, () -> {
            var _ = there.transfer.deleteCopy(DeleteCopyRequest.newBuilder()
                    .setVolumeId(copy)
                    .setGeneration(2)
                    .build());
            return Copy.getDefaultInstance();
        });
        assertThat(there.inPool("pool")).doesNotContain(copy);
        assertThat(there.inPool("mounted")).doesNotContain(copy);
    }

    private void killed(int step, Call call) throws Exception {
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
            restart();
            call.make();
        }
    }

    private void restart() throws IOException {
        await().until(() -> !there.process.isAlive());
        there.process.restart();
    }
}
