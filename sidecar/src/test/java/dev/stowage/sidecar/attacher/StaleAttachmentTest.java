package dev.stowage.sidecar.attacher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cache still has an attachment that was replaced at the server.
class StaleAttachmentTest {
    private AttacherFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new AttacherFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    @Test
    void aNewAttachmentOfTheSameNameIsNotDetached() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        fixture.driver.on("ControllerUnpublishVolume", _ -> {
            if (busy.getAndSet(false)) {
                fixture.closeWatches();
                throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "busy");
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        fixture.volume("pv", "");
        VolumeAttachment first = fixture.attachment("va", "pv");
        var usual = AttacherFixture.OPTIONS;
        // Time to replace the attachment before the second attempt.
        var slowly = new ExponentialBackoff(Duration.ofSeconds(3), Duration.ofSeconds(3));
        fixture.start(new AttacherOptions(usual.resync(), usual.timeout(), slowly, 10, 0, "", usual.reconcileEvery()));
        fixture.awaitAttached("va");
        fixture.delete(first);
        fixture.awaitAttachment("va", found -> found.path("status").has("detachError"));

        fixture.patch("va", "{'metadata': {'finalizers': null}}");
        fixture.awaitDeleted("va");
        fixture.attachment("va", "pv");
        await().until(() -> fixture.driver.calls("ControllerPublishVolume").size() == 2);
        fixture.awaitAttached("va");
        assertThat(fixture.driver.calls("ControllerUnpublishVolume")).hasSize(1);
    }
}
