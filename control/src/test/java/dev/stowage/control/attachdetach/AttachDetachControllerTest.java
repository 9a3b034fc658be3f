package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachDetachFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.stowage.kube.model.VolumeAttachment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachDetachControllerTest {
    @TempDir
    Path folder;

    private AttachDetachFixture scene;

    @BeforeEach
    void open() throws Exception {
        scene = new AttachDetachFixture(folder);
        scene.node("n1");
        scene.node("n2");
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void volumeOfAPodIsAttachedToldAndDetached() throws Exception {
        scene.volume("v", "ReadWriteOnce");
        scene.start();
        scene.pod("p", "n1", "v");

        scene.awaitTold("n1", "v");
        VolumeAttachment attachment = scene.attachment("v", "n1").orElseThrow();
        assertThat(attachment.attacher()).isEqualTo(AttachDetachFixture.DRIVER);
        assertThat(attachment.volumeName()).isEqualTo("v");
        eventually(() ->
                scene.events("p").contains("SuccessfulAttachVolume AttachVolume.Attach succeeded for volume \"v\" "));
        String plugin = "kubernetes.io/csi:" + AttachDetachFixture.DRIVER;
        assertThat(scene.figures("storage_count_attachable_volumes_in_use"))
                .containsExactly(entry(List.of("n1", plugin), 1.0));
        assertThat(scene.figures("attachdetach_controller_total_volumes"))
                .containsOnly(
                        entry(List.of(plugin, "desired_state_of_world"), 1.0),
                        entry(List.of(plugin, "actual_state_of_world"), 1.0));

        scene.deletePod("p");
        scene.awaitDetached("v", "n1");
        assertThat(scene.told("n1")).isEmpty();
    }

    @Test
    void volumeMovesWithItsPodOnceTheOldNodeHasLetGo() throws Exception {
        scene.volume("v", "ReadWriteOnce");
        scene.start();
        scene.pod("p1", "n1", "v");
        scene.awaitTold("n1", "v");
        scene.uses("n1", "v");
        scene.deletePod("p1");
        scene.pod("p2", "n2", "v");

        eventually(() -> scene.events("p2")
                .contains("FailedAttachVolume Multi-Attach error for volume \"v\" Volume is already exclusively"
                        + " attached to one node and can't be attached to another"));
        assertThat(scene.attachment("v", "n2")).isEmpty();
        assertThat(scene.told("n1")).containsExactly("v");

        scene.uses("n1");
        scene.awaitTold("n2", "v");
        assertThat(scene.attachment("v", "n1")).isEmpty();
        assertThat(scene.told("n1")).isEmpty();
    }
}
