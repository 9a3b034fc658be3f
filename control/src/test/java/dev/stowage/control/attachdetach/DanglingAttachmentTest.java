package dev.stowage.control.attachdetach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attachments that no pod needs, whatever their origin.
class DanglingAttachmentTest {
    @TempDir
    Path folder;

    private AttachDetachFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new AttachDetachFixture(folder);
        fixture.node("n1");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private VolumeAttachment make(String name, String volume, String node) throws IOException, InterruptedException {
        return fixture.fixture.create(
                Kinds.ATTACHMENTS,
                "",
                AttachDetachFixture.json(("{'metadata': {'name': '%s'}, 'spec': {'attacher': '%s', 'nodeName': '%s',"
                                + "'source': {'persistentVolumeName': '%s'}}}")
                        .formatted(name, AttachDetachFixture.DRIVER, node, volume)));
    }

    private static String name(String volume, String node) {
        return new CsiVolume(AttachDetachFixture.DRIVER, "h-" + volume).attachmentName(node);
    }

    @Test
    void isCollectedAtStartAndAtAnyTime() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        fixture.volume("w", "ReadWriteMany");
        make(name("v", "n1"), "v", "n1");
        fixture.start();
        fixture.awaitDetached("v", "n1");

        make(name("w", "n1"), "w", "n1");
        AttachDetachFixture.eventually(() -> fixture.attachment("w", "n1").isEmpty());
    }

    @Test
    void isCollectedWhenTheVolumeIsGone() throws Exception {
        make(name("lost", "n1"), "lost", "n1");
        fixture.start();

        fixture.awaitDetached("lost", "n1");
    }

    @Test
    void isCollectedAfterTheTimeWhenTheNodeIsGone() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        make(name("v", "n9"), "v", "n9");
        make(name("lost", "n9"), "lost", "n9");
        fixture.start(new AttachDetachOptions(true, Duration.ofSeconds(1), Duration.ofHours(1), true));

        fixture.awaitDetached("v", "n9");
        fixture.awaitDetached("lost", "n9");
    }

    @Test
    void staysWhileTheNodeUsesItThoughTheVolumeIsGone() throws Exception {
        make(name("lost", "n1"), "lost", "n1");
        make(name("other", "n1"), "other", "n1");
        fixture.uses("n1", "lost");
        fixture.start();
        fixture.awaitDetached("other", "n1");

        assertThat(fixture.attachment("lost", "n1").orElseThrow().isBeingDeleted())
                .isFalse();
        fixture.uses("n1");
        fixture.awaitDetached("lost", "n1");
    }

    @Test
    void staysWhenSomebodyElseMadeIt() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        make("by-hand", "v", "n1");
        make("by-hand-too", "lost", "n1");
        make(name("w", "n1"), "lost", "n1");
        fixture.start();
        fixture.awaitDetached("w", "n1");

        assertThat(fixture.fixture.api().list(Kinds.ATTACHMENTS, "").items())
                .extracting(attachment -> attachment.meta().name())
                .containsExactlyInAnyOrder("by-hand", "by-hand-too");
    }

    @Test
    void whatTheStatusTellsWithoutAnAttachmentIsTakenBack() throws Exception {
        fixture.fixture.changeStatus(
                Kinds.NODES,
                "",
                "n1",
                AttachDetachFixture.json(("{'status': {'volumesAttached': [{'name': '%s', 'devicePath': ''},"
                                + "{'name': 'kubernetes.io/iscsi/^h-x', 'devicePath': '/dev/x'}]}}")
                        .formatted(AttachDetachFixture.unique("v"))));
        fixture.start();

        fixture.awaitAttachedVolumes("n1", "x");
    }
}
