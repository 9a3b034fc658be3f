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

/// What pods want.
class DesiredAttachmentsTest {
    @TempDir
    Path folder;

    private AttachDetachFixture scene;

    @BeforeEach
    void open() throws Exception {
        scene = new AttachDetachFixture(folder);
        scene.node("n1");
        scene.node("n2");
        scene.start();
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    private List<VolumeAttachment> attachments() throws Exception {
        return scene.controllerFixture.api().list(Kinds.ATTACHMENTS, "").items();
    }

    /// After this, whatever came before has been looked at.
    private void afterAWhile() throws Exception {
        scene.volume("probe", "ReadWriteOnce");
        scene.pod("probe", "n2", "probe");
        eventually(() -> scene.told("n2").contains("probe"));
    }

    @Test
    void driverThatAttachesNothingIsLeftAlone() throws Exception {
        scene.controllerFixture.create(
                Kinds.CSI_DRIVERS,
                "",
                AttachDetachFixture.json(
                        "{'metadata': {'name': 'idle.example.com'}, 'spec': {'attachRequired': false}}"));
        scene.volume("v", "ReadWriteOnce", "idle.example.com");
        scene.pod("p", "n1", "v");
        afterAWhile();

        assertThat(attachments()).hasSize(1);
    }

    @Test
    void claimThatIsBoundLaterIsServedLater() throws Exception {
        scene.volume("v", "ReadWriteOnce");
        scene.controllerFixture.changeStatus(
                Kinds.CLAIMS,
                AttachDetachFixture.NAMESPACE,
                "v",
                AttachDetachFixture.json("{'status': {'phase': 'Pending'}}"));
        scene.pod("p", "n1", "v");
        afterAWhile();
        assertThat(scene.attachment("v", "n1")).isEmpty();

        scene.controllerFixture.changeStatus(
                Kinds.CLAIMS,
                AttachDetachFixture.NAMESPACE,
                "v",
                AttachDetachFixture.json("{'status': {'phase': 'Bound'}}"));
        scene.awaitTold("n1", "v");
    }

    @Test
    void podThatHasEndedLetsGo() throws Exception {
        scene.volume("v", "ReadWriteOnce");
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");

        scene.controllerFixture.changeStatus(
                Kinds.PODS,
                AttachDetachFixture.NAMESPACE,
                "p",
                AttachDetachFixture.json("{'status': {'phase': 'Succeeded'}}"));
        scene.awaitDetached("v", "n1");
    }

    @Test
    void volumeFromBeforeCsiIsAttachedByItsDriver() throws Exception {
        scene.claim("old", "'awsElasticBlockStore': {'volumeID': 'vol-1'}", "ReadWriteOnce");
        scene.pod("p", "n1", "old");
        String name = new CsiVolume("ebs.csi.aws.com", "vol-1").attachmentName("n1");
        eventually(() ->
                scene.controllerFixture.api().find(Kinds.ATTACHMENTS, "", name).isPresent());

        VolumeAttachment attachment =
                scene.controllerFixture.api().find(Kinds.ATTACHMENTS, "", name).orElseThrow();
        assertThat(attachment.attacher()).isEqualTo("ebs.csi.aws.com");
        assertThat(attachment.volumeName()).isEqualTo("old");
    }

    @Test
    void volumeThatStandsInThePodTravelsInTheAttachment() throws Exception {
        scene.podWith("p", "n1", "{'name': 'x', 'gcePersistentDisk': {'pdName': 'disk', 'fsType': 'ext4'}}");
        String name = new CsiVolume("pd.csi.storage.gke.io", "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/disk")
                .attachmentName("n1");
        eventually(() ->
                scene.controllerFixture.api().find(Kinds.ATTACHMENTS, "", name).isPresent());
        VolumeAttachment attachment =
                scene.controllerFixture.api().find(Kinds.ATTACHMENTS, "", name).orElseThrow();
        assertThat(attachment.volumeName()).isEmpty();
        assertThat(attachment.inline()).isNotNull();

        scene.deletePod("p");
        eventually(() ->
                scene.controllerFixture.api().find(Kinds.ATTACHMENTS, "", name).isEmpty());
    }

    @Test
    void volumeOfADriverInThePodItselfIsNotAttached() throws Exception {
        scene.podWith("p", "n1", "{'name': 'x', 'csi': {'driver': '" + AttachDetachFixture.DRIVER + "'}}");
        afterAWhile();

        assertThat(attachments()).hasSize(1);
    }

    @Test
    void claimThatOnlyHasTheNameOfAnEphemeralVolumeIsNotIt() throws Exception {
        scene.volume("p-x", "ReadWriteOnce");
        String uid = scene.podWith(
                        "p",
                        "n1",
                        "{'name': 'x', 'ephemeral': {'volumeClaimTemplate': {'spec': {'accessModes':"
                                + "['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}}}")
                .meta()
                .uid();
        afterAWhile();
        assertThat(attachments()).hasSize(1);

        scene.controllerFixture.change(
                Kinds.CLAIMS,
                AttachDetachFixture.NAMESPACE,
                "p-x",
                AttachDetachFixture.json(
                        ("{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p',"
                                        + "'uid': '%s', 'controller': true}]}}")
                                .formatted(uid)));
        scene.awaitTold("n1", "p-x");
    }
}
