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

    private AttachDetachFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new AttachDetachFixture(folder);
        fixture.node("n1");
        fixture.node("n2");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    @Test
    void volumeOfAPodIsAttachedToldAndDetached() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        fixture.start();
        fixture.pod("p", "n1", "v");

        fixture.awaitAttachedVolumes("n1", "v");
        VolumeAttachment attachment = fixture.attachment("v", "n1").orElseThrow();
        assertThat(attachment.attacher()).isEqualTo(AttachDetachFixture.DRIVER);
        assertThat(attachment.volumeName()).isEqualTo("v");
        eventually(() ->
                fixture.events("p").contains("SuccessfulAttachVolume AttachVolume.Attach succeeded for volume \"v\" "));
        String plugin = "kubernetes.io/csi:" + AttachDetachFixture.DRIVER;
        assertThat(fixture.figures("storage_count_attachable_volumes_in_use"))
                .containsExactly(entry(List.of("n1", plugin), 1.0));
        assertThat(fixture.figures("attachdetach_controller_total_volumes"))
                .containsOnly(
                        entry(List.of(plugin, "desired_state_of_world"), 1.0),
                        entry(List.of(plugin, "actual_state_of_world"), 1.0));

        fixture.deletePod("p");
        fixture.awaitDetached("v", "n1");
        assertThat(fixture.attachedVolumes("n1")).isEmpty();
    }

    @Test
    void volumeMovesWithItsPodOnceTheOldNodeHasLetGo() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        fixture.start();
        fixture.pod("p1", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.uses("n1", "v");
        fixture.deletePod("p1");
        fixture.pod("p2", "n2", "v");

        eventually(() -> fixture.events("p2")
                .contains("FailedAttachVolume Multi-Attach error for volume \"v\" Volume is already exclusively"
                        + " attached to one node and can't be attached to another"));
        assertThat(fixture.attachment("v", "n2")).isEmpty();
        assertThat(fixture.attachedVolumes("n1")).containsExactly("v");

        fixture.uses("n1");
        fixture.awaitAttachedVolumes("n2", "v");
        assertThat(fixture.attachment("v", "n1")).isEmpty();
        assertThat(fixture.attachedVolumes("n1")).isEmpty();
    }
}
