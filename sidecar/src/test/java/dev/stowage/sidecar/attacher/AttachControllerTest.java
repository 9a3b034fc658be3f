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
    private AttacherFixture scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new AttacherFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void aVolumeIsAttachedAfterEverythingIsMarkedAndDetachedBeforeAnythingIsUnmarked() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        scene.driver.on("ControllerPublishVolume", (ControllerPublishVolumeRequest _) -> {
            seen.add("publish: " + marks());
            return ControllerPublishVolumeResponse.newBuilder()
                    .putPublishContext("device", "/dev/x")
                    .build();
        });
        scene.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            seen.add("unpublish: " + marks());
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        scene.volume("pv", "'volumeAttributes': {'a': 'b'},");
        VolumeAttachment attachment = scene.attachment("va", "pv");
        scene.start();

        JsonNode attached = scene.awaitAttached("va");
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
        ControllerPublishVolumeRequest asked = scene.driver
                .<ControllerPublishVolumeRequest>calls("ControllerPublishVolume")
                .getFirst();
        assertThat(asked.getVolumeId()).isEqualTo("handle-pv");
        assertThat(asked.getNodeId()).isEqualTo("id-1");
        assertThat(asked.getVolumeContextMap()).containsEntry("a", "b");

        scene.delete(attachment);
        scene.awaitGone("va");
        assertThat(seen)
                .containsExactly(
                        "publish: attachment marked, volume marked, attached false",
                        "unpublish: attachment marked, volume marked, attached true");
    }

    private String marks() {
        try {
            JsonNode attachment = scene.attachment("va");
            return "attachment " + (has(attachment) ? "marked" : "bare") + ", volume "
                    + (has(scene.volume("pv")) ? "marked" : "bare") + ", attached "
                    + attachment.path("status").path("attached").asBoolean();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean has(JsonNode object) {
        return object.path("metadata").path("finalizers").toString().contains(FINALIZER);
    }

    @Test
    void aVolumeOfANodeThatIsGoneIsDetachedByTheIdThatWasRemembered() throws Exception {
        scene.volume("pv", "");
        VolumeAttachment attachment = scene.attachment("va", "pv");
        scene.start();
        scene.awaitAttached("va");
        CsiNode node =
                scene.sidecarFixture.api().find(Kinds.CSI_NODES, "", "n1").orElseThrow();
        scene.sidecarFixture.api().delete(node, Kinds.CSI_NODES);

        scene.delete(attachment);
        scene.awaitGone("va");

        assertThat(scene.driver.<ControllerUnpublishVolumeRequest>calls("ControllerUnpublishVolume"))
                .singleElement()
                .satisfies(request -> assertThat(request.getNodeId()).isEqualTo("id-1"));
    }

    @Test
    void readOnlyAndDefaultFileSystemReachTheDriver() throws Exception {
        scene.can(RPC.Type.PUBLISH_UNPUBLISH_VOLUME, RPC.Type.PUBLISH_READONLY, RPC.Type.SINGLE_NODE_MULTI_WRITER);
        scene.volume("pv", "'readOnly': true,");
        scene.attachment("va", "pv");
        var usual = AttacherFixture.OPTIONS;
        scene.start(new AttacherOptions(
                usual.resync(), usual.timeout(), usual.retries(), 1, 0, "xfs", usual.reconcileEvery()));
        scene.awaitAttached("va");

        assertThat(scene.driver.<ControllerPublishVolumeRequest>calls("ControllerPublishVolume"))
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
    void finalizersOfOthersSurviveOursAndTheDriverIsAskedOnce() throws Exception {
        scene.volume("pv", "");
        VolumeAttachment attachment = scene.attachment("va", "pv");
        scene.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            try {
                scene.patch("va", "{'metadata': {'finalizers': ['FINALIZER', 'example.com/other']}}");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        scene.patch("va", "{'metadata': {'finalizers': ['example.com/other']}}");
        scene.start();
        scene.awaitAttached("va");
        assertThat(scene.attachment("va").path("metadata").path("finalizers")).hasSize(2);

        scene.delete(attachment);
        JsonNode left = scene.awaitAttachment(
                "va", found -> !found.path("status").path("attached").asBoolean());
        assertThat(left.path("metadata").path("finalizers")).hasSize(1);
        assertThat(left.path("status").has("attachmentMetadata")).isFalse();
        assertThat(has(left)).isFalse();

        scene.patch("va", "{'metadata': {'finalizers': null}}");
        scene.awaitGone("va");
        assertThat(scene.driver.calls("ControllerUnpublishVolume")).hasSize(1);
    }

    @Test
    void attachmentsOfOtherDriversAreLeftAlone() throws Exception {
        scene.volume("pv", "");
        scene.create(
                Kinds.ATTACHMENTS,
                "{'metadata': {'name': 'va-other'}, 'spec': {'attacher': 'other.example.com',"
                        + "'nodeName': 'n1', 'source': {'persistentVolumeName': 'pv'}}}");
        scene.start();
        scene.attachment("va", "pv");
        scene.awaitAttached("va");

        assertThat(scene.attachment("va-other").path("status").path("attached").asBoolean())
                .isFalse();
        assertThat(scene.attachment("va-other").path("metadata").has("finalizers"))
                .isFalse();
    }

    @Test
    void driversThatHaveNothingToAttachAreNotAsked() throws Exception {
        scene.driver.services(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
        scene.start();
        VolumeAttachment attachment = scene.attachment("va", "no-such-volume");

        JsonNode attached = scene.awaitAttached("va");
        assertThat(attached.path("metadata").has("finalizers")).isFalse();
        scene.delete(attachment);
        scene.awaitGone("va");
        assertThat(scene.driver.calls("ControllerPublishVolume")).isEmpty();
    }

    @Test
    void aDetachThatHangsDelaysNoAttach() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        scene.driver.on("ControllerUnpublishVolume", (ControllerUnpublishVolumeRequest _) -> {
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
        var usual = AttacherFixture.OPTIONS;
        scene.start(new AttacherOptions(
                usual.resync(), Duration.ofMinutes(1), usual.retries(), 1, 0, "", usual.reconcileEvery()));
        for (String name : List.of("a", "b", "c")) {
            scene.volume("pv-" + name, "");
            VolumeAttachment attachment = scene.attachment("va-" + name, "pv-" + name);
            scene.awaitAttached("va-" + name);
            scene.delete(attachment);
        }
        await().until(() -> !scene.driver.calls("ControllerUnpublishVolume").isEmpty());
        scene.volume("pv", "");
        scene.attachment("va", "pv");

        scene.awaitAttached("va");
        free.countDown();
        scene.awaitGone("va-a");
        scene.awaitGone("va-b");
        scene.awaitGone("va-c");
    }
}
