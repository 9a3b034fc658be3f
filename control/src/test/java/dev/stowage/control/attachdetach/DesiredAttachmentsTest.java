package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachDetachFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which volumes pods need.
class DesiredAttachmentsTest {
    @TempDir
    Path folder;

    private AttachDetachFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new AttachDetachFixture(folder);
        fixture.node("n1");
        fixture.node("n2");
        fixture.start();
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private List<VolumeAttachment> attachments() throws Exception {
        return fixture.fixture.api().list(Kinds.ATTACHMENTS, "").items();
    }

    /// After this, all earlier events have been reconciled.
    private void afterAWhile() throws Exception {
        fixture.volume("probe", "ReadWriteOnce");
        fixture.pod("probe", "n2", "probe");
        eventually(() -> fixture.attachedVolumes("n2").contains("probe"));
    }

    @Test
    void driverThatAttachesNothingIsLeftAlone() throws Exception {
        fixture.fixture.create(
                Kinds.CSI_DRIVERS,
                "",
                AttachDetachFixture.json(
                        "{'metadata': {'name': 'idle.example.com'}, 'spec': {'attachRequired': false}}"));
        fixture.volume("v", "ReadWriteOnce", "idle.example.com");
        fixture.pod("p", "n1", "v");
        afterAWhile();

        assertThat(attachments()).hasSize(1);
    }

    @Test
    void claimThatIsBoundLaterIsServedLater() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        fixture.fixture.changeStatus(
                Kinds.CLAIMS,
                AttachDetachFixture.NAMESPACE,
                "v",
                AttachDetachFixture.json("{'status': {'phase': 'Pending'}}"));
        fixture.pod("p", "n1", "v");
        afterAWhile();
        assertThat(fixture.attachment("v", "n1")).isEmpty();

        fixture.fixture.changeStatus(
                Kinds.CLAIMS,
                AttachDetachFixture.NAMESPACE,
                "v",
                AttachDetachFixture.json("{'status': {'phase': 'Bound'}}"));
        fixture.awaitAttachedVolumes("n1", "v");
    }

    @Test
    void podThatHasEndedLetsGo() throws Exception {
        fixture.volume("v", "ReadWriteOnce");
        fixture.pod("p", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");

        fixture.fixture.changeStatus(
                Kinds.PODS,
                AttachDetachFixture.NAMESPACE,
                "p",
                AttachDetachFixture.json("{'status': {'phase': 'Succeeded'}}"));
        fixture.awaitDetached("v", "n1");
    }

    @Test
    void volumeFromBeforeCsiIsAttachedByItsDriver() throws Exception {
        fixture.claim("old", "'awsElasticBlockStore': {'volumeID': 'vol-1'}", "ReadWriteOnce");
        fixture.pod("p", "n1", "old");
        String name = new CsiVolume("ebs.csi.aws.com", "vol-1").attachmentName("n1");
        eventually(() -> fixture.fixture.api().find(Kinds.ATTACHMENTS, "", name).isPresent());

        VolumeAttachment attachment =
                fixture.fixture.api().find(Kinds.ATTACHMENTS, "", name).orElseThrow();
        assertThat(attachment.attacher()).isEqualTo("ebs.csi.aws.com");
        assertThat(attachment.volumeName()).isEqualTo("old");
    }

    @Test
    void volumeThatStandsInThePodTravelsInTheAttachment() throws Exception {
        fixture.podWith("p", "n1", "{'name': 'x', 'gcePersistentDisk': {'pdName': 'disk', 'fsType': 'ext4'}}");
        String name = new CsiVolume("pd.csi.storage.gke.io", "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/disk")
                .attachmentName("n1");
        eventually(() -> fixture.fixture.api().find(Kinds.ATTACHMENTS, "", name).isPresent());
        VolumeAttachment attachment =
                fixture.fixture.api().find(Kinds.ATTACHMENTS, "", name).orElseThrow();
        assertThat(attachment.volumeName()).isEmpty();
        assertThat(attachment.inline()).isNotNull();

        fixture.deletePod("p");
        eventually(() -> fixture.fixture.api().find(Kinds.ATTACHMENTS, "", name).isEmpty());
    }

    @Test
    void volumeOfADriverInThePodItselfIsNotAttached() throws Exception {
        fixture.podWith("p", "n1", "{'name': 'x', 'csi': {'driver': '" + AttachDetachFixture.DRIVER + "'}}");
        afterAWhile();

        assertThat(attachments()).hasSize(1);
    }

    @Test
    void claimThatOnlyHasTheNameOfAnEphemeralVolumeIsNotIt() throws Exception {
        fixture.volume("p-x", "ReadWriteOnce");
        String uid = fixture.podWith(
                        "p",
                        "n1",
                        "{'name': 'x', 'ephemeral': {'volumeClaimTemplate': {'spec': {'accessModes':"
                                + "['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}}}")
                .meta()
                .uid();
        afterAWhile();
        assertThat(attachments()).hasSize(1);

        fixture.fixture.change(
                Kinds.CLAIMS,
                AttachDetachFixture.NAMESPACE,
                "p-x",
                AttachDetachFixture.json(
                        ("{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p',"
                                        + "'uid': '%s', 'controller': true}]}}")
                                .formatted(uid)));
        fixture.awaitAttachedVolumes("n1", "p-x");
    }
}
