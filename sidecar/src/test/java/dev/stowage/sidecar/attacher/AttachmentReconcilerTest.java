package dev.stowage.sidecar.attacher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.Volume;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachmentReconcilerTest {
    private AttacherFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new AttacherFixture(folder);
        fixture.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME, RPC.Type.LIST_VOLUMES, RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private static ListVolumesResponse page(String next, String... attached) {
        var page = ListVolumesResponse.newBuilder().setNextToken(next);
        for (String handle : attached) {
            page.addEntries(ListVolumesResponse.Entry.newBuilder()
                    .setVolume(Volume.newBuilder().setVolumeId(handle))
                    .setStatus(ListVolumesResponse.VolumeStatus.newBuilder().addPublishedNodeIds("id-1")));
        }
        return page.build();
    }

    private int published() {
        return fixture.driver.calls("ControllerPublishVolume").size();
    }

    @Test
    void whatTheDriverHasLostIsAttachedAgain() throws Exception {
        AtomicBoolean lost = new AtomicBoolean();
        fixture.driver.on(
                "ListVolumes",
                (ListVolumesRequest request) -> request.getStartingToken().isEmpty()
                        ? page("more")
                        : lost.get() ? page("") : page("", "handle-pv"));
        fixture.volume("pv", "");
        fixture.attachment("va", "pv");
        fixture.start();
        fixture.awaitAttached("va");
        int before = published();

        lost.set(true);
        await().until(() -> published() > before);
        lost.set(false);
        assertThat(fixture.attachment("va").path("status").path("attached").asBoolean())
                .isTrue();
    }

    @Test
    void matchingAttachmentsAreLeftAloneAndPagesHaveTheRequestedSize() throws Exception {
        fixture.driver.on(
                "ListVolumes",
                (ListVolumesRequest request) ->
                        request.getStartingToken().isEmpty() ? page("2", "x") : page("", "handle-pv"));
        fixture.volume("pv", "");
        fixture.attachment("va", "pv");
        // Attached before the comparison starts: during an attach the two may differ for a moment.
        fixture.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
        AttachController first = fixture.start();
        fixture.awaitAttached("va");
        first.close();
        int before = published();
        fixture.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME, RPC.Type.LIST_VOLUMES, RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
        var usual = AttacherFixture.OPTIONS;
        fixture.start(new AttacherOptions(
                usual.resync(), usual.timeout(), usual.retries(), 1, 7, "", usual.reconcileEvery()));
        int asked = fixture.driver.calls("ListVolumes").size();
        await().until(() -> fixture.driver.calls("ListVolumes").size() > asked + 6);

        assertThat(published()).isEqualTo(before);
        List<ListVolumesRequest> requests = fixture.driver.calls("ListVolumes");
        assertThat(requests)
                .allSatisfy(request -> assertThat(request.getMaxEntries()).isEqualTo(7));
    }

    @Test
    void aFailedListIsRetriedAndARepeatedTokenDoesNotLoopForever() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        fixture.driver.on("ListVolumes", (ListVolumesRequest _) -> {
            if (asked.incrementAndGet() == 1) {
                throw FakeDriver.failure(Status.Code.ABORTED, "bad token");
            }
            return page("always", "handle-pv");
        });
        fixture.volume("pv", "");
        fixture.attachment("va", "pv");
        fixture.start();
        fixture.awaitAttached("va");

        await().until(() -> fixture.driver.<ListVolumesRequest>calls("ListVolumes").stream()
                        .filter(request -> request.getStartingToken().isEmpty())
                        .count()
                > 2);
    }
}
