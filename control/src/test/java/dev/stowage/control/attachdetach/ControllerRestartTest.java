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

/// A controller that stops in the middle of an operation; the next one knows only what the server has.
class ControllerRestartTest {
    @TempDir
    Path folder;

    private AttachDetachFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new AttachDetachFixture(folder);
        fixture.node("n1");
        fixture.node("n2");
        fixture.volume("v", "ReadWriteOnce");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    @Test
    void beforeTheAttachmentIsMade() throws Exception {
        fixture.pod("p", "n1", "v");
        fixture.start();

        fixture.awaitAttachedVolumes("n1", "v");
    }

    @Test
    void whileTheAttacherIsAtIt() throws Exception {
        fixture.attacher.attaches(false);
        fixture.start();
        fixture.pod("p", "n1", "v");
        eventually(() -> fixture.attachment("v", "n1").isPresent());
        String uid = fixture.attachment("v", "n1").orElseThrow().meta().uid();
        fixture.stop();
        fixture.attacher.attaches(true);
        fixture.start();

        fixture.awaitAttachedVolumes("n1", "v");
        assertThat(fixture.attachment("v", "n1").orElseThrow().meta().uid()).isEqualTo(uid);
        eventually(() -> fixture.events("p").size() == 1);
    }

    @Test
    void whilePodsRun() throws Exception {
        fixture.start();
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        eventually(() -> fixture.events("p").size() == 1);
        fixture.stop();
        VolumeAttachment attachment = fixture.attachment("v", "n1").orElseThrow();
        Node node = fixture.nodeNow("n1");
        fixture.start();
        fixture.volume("w", "ReadWriteOnce");
        fixture.pod("q", "n2", "w");
        fixture.awaitAttachedVolumes("n2", "w");

        assertThat(fixture.attachment("v", "n1").orElseThrow().meta().resourceVersion())
                .isEqualTo(attachment.meta().resourceVersion());
        assertThat(fixture.nodeNow("n1").meta().resourceVersion())
                .isEqualTo(node.meta().resourceVersion());
        assertThat(fixture.events("p")).hasSize(1);
    }

    @Test
    void afterThePodWentAndBeforeAnythingWasDone() throws Exception {
        fixture.start();
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.uses("n1", "v");
        fixture.stop();
        fixture.deletePod("p");
        fixture.pod("p2", "n2", "v");
        fixture.start();
        eventually(() -> fixture.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));

        fixture.uses("n1");
        fixture.awaitAttachedVolumes("n2", "v");
        assertThat(fixture.attachment("v", "n1")).isEmpty();
    }

    /// The machine of a deleted node may still write: nothing says that it has unmounted the volume.
    @Test
    void whileANodeInUseWasDeleted() throws Exception {
        fixture.start();
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.uses("n1", "v");
        fixture.stop();
        fixture.fixture.api().delete(fixture.nodeNow("n1"), Kinds.NODES);
        fixture.deletePod("p");
        fixture.pod("p2", "n2", "v");
        fixture.start();
        eventually(() -> fixture.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));
        assertThat(fixture.attachment("v", "n1").orElseThrow().isBeingDeleted()).isFalse();

        fixture.later(AttachDetachFixture.OPTIONS.forceAfter());
        // Any change triggers the controller.
        fixture.pod("p3", "n2", "v");
        fixture.awaitAttachedVolumes("n2", "v");
        assertThat(fixture.attachment("v", "n1")).isEmpty();
    }

    @Test
    void betweenTheStatusAndTheRemoval() throws Exception {
        fixture.start();
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.stop();
        fixture.deletePod("p");
        fixture.fixture.changeStatus(
                Kinds.NODES, "", "n1", AttachDetachFixture.json("{'status': {'volumesAttached': null}}"));
        fixture.start();

        fixture.awaitDetached("v", "n1");
    }

    @Test
    void whileTheAttacherDetaches() throws Exception {
        fixture.attacher.detaches(false);
        fixture.start();
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.deletePod("p");
        eventually(() -> fixture.attachment("v", "n1").orElseThrow().isBeingDeleted());
        fixture.stop();
        fixture.pod("p2", "n2", "v");
        fixture.start();
        fixture.volume("w", "ReadWriteOnce");
        fixture.pod("q", "n1", "w");
        fixture.awaitAttachedVolumes("n1", "w");
        assertThat(fixture.attachment("v", "n2")).isEmpty();

        fixture.attacher.detaches(true);
        fixture.awaitAttachedVolumes("n2", "v");
    }

    @Test
    void statusIsClearedBeforeTheAttachmentIsRemoved() throws Exception {
        fixture.attacher.detaches(false);
        fixture.start();
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.deletePod("p");
        eventually(() -> fixture.attachment("v", "n1").orElseThrow().isBeingDeleted());

        // One counter numbers all writes of the server.
        Node node = fixture.nodeNow("n1");
        assertThat(node.attached()).isEmpty();
        assertThat(Long.parseLong(node.meta().resourceVersion()))
                .isLessThan(Long.parseLong(
                        fixture.attachment("v", "n1").orElseThrow().meta().resourceVersion()));
    }
}
