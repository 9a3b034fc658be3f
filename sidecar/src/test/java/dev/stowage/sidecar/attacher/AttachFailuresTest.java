package dev.stowage.sidecar.attacher;

import static dev.stowage.sidecar.attacher.AttachmentObjects.FINALIZER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttachFailuresTest {
    private AttacherFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new AttacherFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private static boolean has(JsonNode object) {
        return object.path("metadata").path("finalizers").toString().contains(FINALIZER);
    }

    @ParameterizedTest
    @EnumSource(value = Status.Code.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void everyDriverErrorIsReportedAndRetried(Status.Code code) throws Exception {
        AtomicInteger attaches = new AtomicInteger();
        AtomicInteger detaches = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        fixture.driver.on("ControllerPublishVolume", (ControllerPublishVolumeRequest _) -> {
            if (attaches.incrementAndGet() == 1 || go.getCount() > 0) {
                throw FakeDriver.failure(code, "no luck");
            }
            return ControllerPublishVolumeResponse.getDefaultInstance();
        });
        fixture.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            if (detaches.incrementAndGet() == 1 || goOn.getCount() > 0) {
                throw FakeDriver.failure(code, "still busy");
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        fixture.volume("pv", "");
        VolumeAttachment attachment = fixture.attachment("va", "pv");
        fixture.start();

        JsonNode failed =
                fixture.awaitAttachment("va", found -> found.path("status").has("attachError"));
        assertThat(failed.path("status").path("attachError").path("message").asText())
                .contains("desc = no luck");
        assertThat(failed.path("status").path("attachError").path("errorCode").asInt())
                .isEqualTo(code.value());
        assertThat(failed.path("status").path("attached").asBoolean()).isFalse();
        assertThat(has(failed)).isTrue();

        go.countDown();
        JsonNode attached = fixture.awaitAttached("va");
        assertThat(attached.path("status").has("attachError")).isFalse();

        fixture.delete(attachment);
        JsonNode stuck =
                fixture.awaitAttachment("va", found -> found.path("status").has("detachError"));
        assertThat(stuck.path("status").path("detachError").path("message").asText())
                .contains("desc = still busy");
        assertThat(has(stuck)).isTrue();
        assertThat(stuck.path("status").path("attached").asBoolean()).isTrue();

        goOn.countDown();
        fixture.awaitDeleted("va");
    }

    @Test
    void aFailureIsNotTriedAgainAtOnceBecauseOfOurOwnWrites() throws Exception {
        fixture.driver.on("ControllerPublishVolume", (ControllerPublishVolumeRequest _) -> {
            throw FakeDriver.failure(Status.Code.INTERNAL, "broken");
        });
        fixture.volume("pv", "");
        fixture.attachment("va", "pv");
        var slow = new AttacherOptions(
                AttacherFixture.OPTIONS.resync(),
                AttacherFixture.OPTIONS.timeout(),
                new ExponentialBackoff(Duration.ofHours(1), Duration.ofHours(1)),
                10,
                0,
                "",
                Duration.ofMinutes(1));
        fixture.start(slow);
        fixture.awaitAttachment("va", found -> found.path("status").has("attachError"));

        // When a later attachment is processed, everything that was queued before it has been processed too.
        fixture.volume("pv2", "");
        fixture.attachment("va2", "pv2");
        fixture.awaitAttachment("va2", found -> found.path("status").has("attachError"));

        assertThat(fixture.driver.calls("ControllerPublishVolume")).hasSize(2);
    }

    @Test
    void anAttemptThatMayHaveWorkedIsDetachedBeforeTheAttachmentGoes() throws Exception {
        fixture.driver.on("ControllerPublishVolume", (ControllerPublishVolumeRequest _) -> {
            throw FakeDriver.failure(Status.Code.DEADLINE_EXCEEDED, "too slow");
        });
        fixture.volume("pv", "");
        VolumeAttachment attachment = fixture.attachment("va", "pv");
        fixture.start();
        fixture.awaitAttachment("va", found -> found.path("status").has("attachError"));

        fixture.delete(attachment);
        fixture.awaitDeleted("va");

        assertThat(fixture.driver.calls("ControllerUnpublishVolume")).hasSize(1);
    }

    @Test
    void secretsArePassedToTheDriverAndMissingOnesReportedWithoutACall() throws Exception {
        String ref = "'controllerPublishSecretRef': {'namespace': 'default', 'name': 'key'},";
        fixture.volume("pv", ref);
        VolumeAttachment attachment = fixture.attachment("va", "pv");
        fixture.start();

        JsonNode failed =
                fixture.awaitAttachment("va", found -> found.path("status").has("attachError"));
        assertThat(failed.path("status").path("attachError").path("message").asText())
                .contains("default/key");
        assertThat(failed.path("status").path("attachError").has("errorCode")).isFalse();
        assertThat(has(failed)).isFalse();
        assertThat(has(fixture.volume("pv"))).isTrue();

        fixture.fixture.create(
                Kinds.SECRETS,
                "default",
                AttachmentObjects.json("{'metadata': {'name': 'key'}, 'data': {'token': 'c2VjcmV0'}}"));
        fixture.awaitAttached("va");
        fixture.delete(attachment);
        fixture.awaitDeleted("va");

        assertThat(fixture.driver.<ControllerPublishVolumeRequest>calls("ControllerPublishVolume"))
                .singleElement()
                .satisfies(request -> assertThat(request.getSecretsMap()).containsEntry("token", "secret"));
        assertThat(fixture.driver.<ControllerUnpublishVolumeRequest>calls("ControllerUnpublishVolume"))
                .singleElement()
                .satisfies(request -> assertThat(request.getSecretsMap()).containsEntry("token", "secret"));
    }
}
