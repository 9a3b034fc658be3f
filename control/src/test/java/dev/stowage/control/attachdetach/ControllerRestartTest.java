package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachDetachFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.VolumeAttachment;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A controller that ends in the middle of something; the next one knows only what the server knows.
class ControllerRestartTest {
    @TempDir
    Path folder;

    private AttachDetachFixture scene;

    @BeforeEach
    void open() throws Exception {
        scene = new AttachDetachFixture(folder);
        scene.node("n1");
        scene.node("n2");
        scene.volume("v", "ReadWriteOnce");
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void beforeTheAttachmentIsMade() throws Exception {
        scene.pod("p", "n1", "v");
        scene.start();

        scene.awaitTold("n1", "v");
    }

    @Test
    void whileTheAttacherIsAtIt() throws Exception {
        scene.attacher.attaches(false);
        scene.start();
        scene.pod("p", "n1", "v");
        eventually(() -> scene.attachment("v", "n1").isPresent());
        String uid = scene.attachment("v", "n1").orElseThrow().meta().uid();
        scene.stop();
        scene.attacher.attaches(true);
        scene.start();

        scene.awaitTold("n1", "v");
        assertThat(scene.attachment("v", "n1").orElseThrow().meta().uid()).isEqualTo(uid);
        eventually(() -> scene.events("p").size() == 1);
    }

    @Test
    void whilePodsRun() throws Exception {
        scene.start();
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");
        eventually(() -> scene.events("p").size() == 1);
        scene.stop();
        VolumeAttachment attachment = scene.attachment("v", "n1").orElseThrow();
        Node node = scene.nodeNow("n1");
        scene.start();
        scene.volume("w", "ReadWriteOnce");
        scene.pod("q", "n2", "w");
        scene.awaitTold("n2", "w");

        assertThat(scene.attachment("v", "n1").orElseThrow().meta().resourceVersion())
                .isEqualTo(attachment.meta().resourceVersion());
        assertThat(scene.nodeNow("n1").meta().resourceVersion())
                .isEqualTo(node.meta().resourceVersion());
        assertThat(scene.events("p")).hasSize(1);
    }

    @Test
    void afterThePodWentAndBeforeAnythingWasDone() throws Exception {
        scene.start();
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");
        scene.uses("n1", "v");
        scene.stop();
        scene.deletePod("p");
        scene.pod("p2", "n2", "v");
        scene.start();
        eventually(() -> scene.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));

        scene.uses("n1");
        scene.awaitTold("n2", "v");
        assertThat(scene.attachment("v", "n1")).isEmpty();
    }

    @Test
    void betweenTheStatusAndTheRemoval() throws Exception {
        scene.start();
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");
        scene.stop();
        scene.deletePod("p");
        scene.controllerFixture.changeStatus(
                Kinds.NODES, "", "n1", AttachDetachFixture.json("{'status': {'volumesAttached': null}}"));
        scene.start();

        scene.awaitDetached("v", "n1");
    }

    @Test
    void whileTheAttacherDetaches() throws Exception {
        scene.attacher.detaches(false);
        scene.start();
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");
        scene.deletePod("p");
        eventually(() -> scene.attachment("v", "n1").orElseThrow().isBeingDeleted());
        scene.stop();
        scene.pod("p2", "n2", "v");
        scene.start();
        scene.volume("w", "ReadWriteOnce");
        scene.pod("q", "n1", "w");
        scene.awaitTold("n1", "w");
        assertThat(scene.attachment("v", "n2")).isEmpty();

        scene.attacher.detaches(true);
        scene.awaitTold("n2", "v");
    }

    @Test
    void statusIsClearedBeforeTheAttachmentIsRemoved() throws Exception {
        scene.attacher.detaches(false);
        scene.start();
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");
        scene.deletePod("p");
        eventually(() -> scene.attachment("v", "n1").orElseThrow().isBeingDeleted());

        // One counter numbers all writes of the server.
        Node node = scene.nodeNow("n1");
        assertThat(node.attached()).isEmpty();
        assertThat(Long.parseLong(node.meta().resourceVersion()))
                .isLessThan(Long.parseLong(
                        scene.attachment("v", "n1").orElseThrow().meta().resourceVersion()));
    }
}
