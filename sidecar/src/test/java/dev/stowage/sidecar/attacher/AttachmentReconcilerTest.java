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
    private AttacherFixture scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new AttacherFixture(folder);
        scene.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME, RPC.Type.LIST_VOLUMES, RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
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
        return scene.driver.calls("ControllerPublishVolume").size();
    }

    @Test
    void whatTheDriverHasLostIsAttachedAgain() throws Exception {
        AtomicBoolean lost = new AtomicBoolean();
        scene.driver.on(
                "ListVolumes",
                (ListVolumesRequest request) -> request.getStartingToken().isEmpty()
                        ? page("more")
                        : lost.get() ? page("") : page("", "handle-pv"));
        scene.volume("pv", "");
        scene.attachment("va", "pv");
        scene.start();
        scene.awaitAttached("va");
        int before = published();

        lost.set(true);
        await().until(() -> published() > before);
        lost.set(false);
        assertThat(scene.attachment("va").path("status").path("attached").asBoolean())
                .isTrue();
    }

    @Test
    void whatAgreesIsLeftAloneAndPagesAreAsLargeAsAsked() throws Exception {
        scene.driver.on(
                "ListVolumes",
                (ListVolumesRequest request) ->
                        request.getStartingToken().isEmpty() ? page("2", "x") : page("", "handle-pv"));
        scene.volume("pv", "");
        scene.attachment("va", "pv");
        // Attached before anybody compares: while it is being attached, both may differ for a moment.
        scene.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
        AttachController first = scene.start();
        scene.awaitAttached("va");
        first.close();
        int before = published();
        scene.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME, RPC.Type.LIST_VOLUMES, RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
        var usual = AttacherFixture.OPTIONS;
        scene.start(new AttacherOptions(
                usual.resync(), usual.timeout(), usual.retries(), 1, 7, "", usual.reconcileEvery()));
        int asked = scene.driver.calls("ListVolumes").size();
        await().until(() -> scene.driver.calls("ListVolumes").size() > asked + 6);

        assertThat(published()).isEqualTo(before);
        List<ListVolumesRequest> requests = scene.driver.calls("ListVolumes");
        assertThat(requests)
                .allSatisfy(request -> assertThat(request.getMaxEntries()).isEqualTo(7));
    }

    @Test
    void aDriverThatDoesNotTellIsAskedAgainAndOneThatRepeatsItselfIsNotAskedForEver() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        scene.driver.on("ListVolumes", (ListVolumesRequest _) -> {
            if (asked.incrementAndGet() == 1) {
                throw FakeDriver.failure(Status.Code.ABORTED, "bad token");
            }
            return page("always", "handle-pv");
        });
        scene.volume("pv", "");
        scene.attachment("va", "pv");
        scene.start();
        scene.awaitAttached("va");

        await().until(() -> scene.driver.<ListVolumesRequest>calls("ListVolumes").stream()
                        .filter(request -> request.getStartingToken().isEmpty())
                        .count()
                > 2);
    }
}
