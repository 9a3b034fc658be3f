package dev.stowage.control.attach;

import static dev.stowage.control.attach.AttachScene.eventually;
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
class WantsTest {
    @TempDir
    Path folder;

    private AttachScene scene;

    @BeforeEach
    void open() throws Exception {
        scene = new AttachScene(folder);
        scene.node("n1");
        scene.node("n2");
        scene.start();
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    private List<VolumeAttachment> attachments() throws Exception {
        return scene.stage.api().list(Kinds.ATTACHMENTS, "").items();
    }

    /// After this, whatever came before has been looked at.
    private void afterAWhile() throws Exception {
        scene.volume("probe", "ReadWriteOnce");
        scene.pod("probe", "n2", "probe");
        eventually(() -> scene.told("n2").contains("probe"));
    }

    @Test
    void driverThatAttachesNothingIsLeftAlone() throws Exception {
        scene.stage.create(
                Kinds.CSI_DRIVERS,
                "",
                AttachScene.json("{'metadata': {'name': 'idle.example.com'}, 'spec': {'attachRequired': false}}"));
        scene.volume("v", "ReadWriteOnce", "idle.example.com");
        scene.pod("p", "n1", "v");
        afterAWhile();

        assertThat(attachments()).hasSize(1);
    }

    @Test
    void claimThatIsBoundLaterIsServedLater() throws Exception {
        scene.volume("v", "ReadWriteOnce");
        scene.stage.changeStatus(
                Kinds.CLAIMS, AttachScene.NAMESPACE, "v", AttachScene.json("{'status': {'phase': 'Pending'}}"));
        scene.pod("p", "n1", "v");
        afterAWhile();
        assertThat(scene.attachment("v", "n1")).isEmpty();

        scene.stage.changeStatus(
                Kinds.CLAIMS, AttachScene.NAMESPACE, "v", AttachScene.json("{'status': {'phase': 'Bound'}}"));
        scene.awaitTold("n1", "v");
    }

    @Test
    void podThatHasEndedLetsGo() throws Exception {
        scene.volume("v", "ReadWriteOnce");
        scene.pod("p", "n1", "v");
        scene.awaitTold("n1", "v");

        scene.stage.changeStatus(
                Kinds.PODS, AttachScene.NAMESPACE, "p", AttachScene.json("{'status': {'phase': 'Succeeded'}}"));
        scene.awaitDetached("v", "n1");
    }

    @Test
    void volumeFromBeforeCsiIsAttachedByItsDriver() throws Exception {
        scene.claim("old", "'awsElasticBlockStore': {'volumeID': 'vol-1'}", "ReadWriteOnce");
        scene.pod("p", "n1", "old");
        String name = new CsiVolume("ebs.csi.aws.com", "vol-1").attachmentName("n1");
        eventually(() -> scene.stage.api().find(Kinds.ATTACHMENTS, "", name).isPresent());

        VolumeAttachment attachment =
                scene.stage.api().find(Kinds.ATTACHMENTS, "", name).orElseThrow();
        assertThat(attachment.attacher()).isEqualTo("ebs.csi.aws.com");
        assertThat(attachment.volumeName()).isEqualTo("old");
    }

    @Test
    void volumeThatStandsInThePodTravelsInTheAttachment() throws Exception {
        scene.podWith("p", "n1", "{'name': 'x', 'gcePersistentDisk': {'pdName': 'disk', 'fsType': 'ext4'}}");
        String name = new CsiVolume("pd.csi.storage.gke.io", "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/disk")
                .attachmentName("n1");
        eventually(() -> scene.stage.api().find(Kinds.ATTACHMENTS, "", name).isPresent());
        VolumeAttachment attachment =
                scene.stage.api().find(Kinds.ATTACHMENTS, "", name).orElseThrow();
        assertThat(attachment.volumeName()).isEmpty();
        assertThat(attachment.inline()).isNotNull();

        scene.deletePod("p");
        eventually(() -> scene.stage.api().find(Kinds.ATTACHMENTS, "", name).isEmpty());
    }

    @Test
    void volumeOfADriverInThePodItselfIsNotAttached() throws Exception {
        scene.podWith("p", "n1", "{'name': 'x', 'csi': {'driver': '" + AttachScene.DRIVER + "'}}");
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

        scene.stage.change(
                Kinds.CLAIMS,
                AttachScene.NAMESPACE,
                "p-x",
                AttachScene.json(("{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p',"
                                + "'uid': '%s', 'controller': true}]}}")
                        .formatted(uid)));
        scene.awaitTold("n1", "p-x");
    }
}
