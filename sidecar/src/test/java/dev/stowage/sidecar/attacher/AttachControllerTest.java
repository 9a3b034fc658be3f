package dev.stowage.sidecar.attacher;

import static dev.stowage.sidecar.attacher.AttachmentObjects.FINALIZER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachControllerTest {
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
    void aVolumeIsAttachedAfterEverythingIsMarkedAndDetachedBeforeAnythingIsUnmarked() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        fixture.driver.on("ControllerPublishVolume", (ControllerPublishVolumeRequest _) -> {
            seen.add("publish: " + marks());
            return ControllerPublishVolumeResponse.newBuilder()
                    .putPublishContext("device", "/dev/x")
                    .build();
        });
        fixture.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            seen.add("unpublish: " + marks());
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        fixture.volume("pv", "'volumeAttributes': {'a': 'b'},");
        VolumeAttachment attachment = fixture.attachment("va", "pv");
        fixture.start();

        JsonNode attached = fixture.awaitAttached("va");
        assertThat(attached.path("status")
                        .path("attachmentMetadata")
                        .path("device")
                        .asText())
                .isEqualTo("/dev/x");
        assertThat(attached.path("metadata")
                        .path("annotations")
                        .path(NodeId.ANNOTATION)
                        .asText())
                .isEqualTo("id-1");
        ControllerPublishVolumeRequest asked = fixture.driver
                .<ControllerPublishVolumeRequest>calls("ControllerPublishVolume")
                .getFirst();
        assertThat(asked.getVolumeId()).isEqualTo("handle-pv");
        assertThat(asked.getNodeId()).isEqualTo("id-1");
        assertThat(asked.getVolumeContextMap()).containsEntry("a", "b");

        fixture.delete(attachment);
        fixture.awaitDeleted("va");
        assertThat(seen)
                .containsExactly(
                        "publish: attachment marked, volume marked, attached false",
                        "unpublish: attachment marked, volume marked, attached true");
    }

    private String marks() {
        try {
            JsonNode attachment = fixture.attachment("va");
            return "attachment " + (has(attachment) ? "marked" : "bare") + ", volume "
                    + (has(fixture.volume("pv")) ? "marked" : "bare") + ", attached "
                    + attachment.path("status").path("attached").asBoolean();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean has(JsonNode object) {
        return object.path("metadata").path("finalizers").toString().contains(FINALIZER);
    }

    @Test
    void aVolumeOfADeletedNodeIsDetachedByTheRecordedId() throws Exception {
        fixture.volume("pv", "");
        VolumeAttachment attachment = fixture.attachment("va", "pv");
        fixture.start();
        fixture.awaitAttached("va");
        CsiNode node = fixture.fixture.api().find(Kinds.CSI_NODES, "", "n1").orElseThrow();
        fixture.fixture.api().delete(node, Kinds.CSI_NODES);

        fixture.delete(attachment);
        fixture.awaitDeleted("va");

        assertThat(fixture.driver.<ControllerUnpublishVolumeRequest>calls("ControllerUnpublishVolume"))
                .singleElement()
                .satisfies(request -> assertThat(request.getNodeId()).isEqualTo("id-1"));
    }

    @Test
    void readOnlyAndDefaultFileSystemReachTheDriver() throws Exception {
        fixture.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME, RPC.Type.PUBLISH_READONLY, RPC.Type.SINGLE_NODE_MULTI_WRITER);
        fixture.volume("pv", "'readOnly': true,");
        fixture.attachment("va", "pv");
        var usual = AttacherFixture.OPTIONS;
        fixture.start(new AttacherOptions(
                usual.resync(), usual.timeout(), usual.retries(), 1, 0, "xfs", usual.reconcileEvery()));
        fixture.awaitAttached("va");

        assertThat(fixture.driver.<ControllerPublishVolumeRequest>calls("ControllerPublishVolume"))
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.getReadonly()).isTrue();
                    assertThat(request.getVolumeCapability().getMount().getFsType())
                            .isEqualTo("xfs");
                    assertThat(request.getVolumeCapability()
                                    .getAccessMode()
                                    .getMode()
                                    .name())
                            .isEqualTo("SINGLE_NODE_MULTI_WRITER");
                });
    }

    @Test
    void finalizersOfOthersSurviveOursAndTheDriverIsCalledOnce() throws Exception {
        fixture.volume("pv", "");
        VolumeAttachment attachment = fixture.attachment("va", "pv");
        fixture.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            try {
                fixture.patch("va", "{'metadata': {'finalizers': ['FINALIZER', 'example.com/other']}}");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        fixture.patch("va", "{'metadata': {'finalizers': ['example.com/other']}}");
        fixture.start();
        fixture.awaitAttached("va");
        assertThat(fixture.attachment("va").path("metadata").path("finalizers")).hasSize(2);

        fixture.delete(attachment);
        JsonNode left = fixture.awaitAttachment(
                "va", found -> !found.path("status").path("attached").asBoolean());
        assertThat(left.path("metadata").path("finalizers")).hasSize(1);
        assertThat(left.path("status").has("attachmentMetadata")).isFalse();
        assertThat(has(left)).isFalse();

        fixture.patch("va", "{'metadata': {'finalizers': null}}");
        fixture.awaitDeleted("va");
        assertThat(fixture.driver.calls("ControllerUnpublishVolume")).hasSize(1);
    }

    @Test
    void attachmentsOfOtherDriversAreLeftAlone() throws Exception {
        fixture.volume("pv", "");
        fixture.create(
                Kinds.ATTACHMENTS,
                "{'metadata': {'name': 'va-other'}, 'spec': {'attacher': 'other.example.com',"
                        + "'nodeName': 'n1', 'source': {'persistentVolumeName': 'pv'}}}");
        fixture.start();
        fixture.attachment("va", "pv");
        fixture.awaitAttached("va");

        assertThat(fixture.attachment("va-other")
                        .path("status")
                        .path("attached")
                        .asBoolean())
                .isFalse();
        assertThat(fixture.attachment("va-other").path("metadata").has("finalizers"))
                .isFalse();
    }

    @Test
    void driversThatHaveNothingToAttachAreNotCalled() throws Exception {
        fixture.driver.services(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
        fixture.start();
        VolumeAttachment attachment = fixture.attachment("va", "no-such-volume");

        JsonNode attached = fixture.awaitAttached("va");
        assertThat(attached.path("metadata").has("finalizers")).isFalse();
        fixture.delete(attachment);
        fixture.awaitDeleted("va");
        assertThat(fixture.driver.calls("ControllerPublishVolume")).isEmpty();
    }

    @Test
    void aDetachThatHangsDelaysNoAttach() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        fixture.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        var usual = AttacherFixture.OPTIONS;
        fixture.start(new AttacherOptions(
                usual.resync(), Duration.ofMinutes(1), usual.retries(), 1, 0, "", usual.reconcileEvery()));
        for (String name : List.of("a", "b", "c")) {
            fixture.volume("pv-" + name, "");
            VolumeAttachment attachment = fixture.attachment("va-" + name, "pv-" + name);
            fixture.awaitAttached("va-" + name);
            fixture.delete(attachment);
        }
        await().until(() -> !fixture.driver.calls("ControllerUnpublishVolume").isEmpty());
        fixture.volume("pv", "");
        fixture.attachment("va", "pv");

        fixture.awaitAttached("va");
        free.countDown();
        fixture.awaitDeleted("va-a");
        fixture.awaitDeleted("va-b");
        fixture.awaitDeleted("va-c");
    }
}
