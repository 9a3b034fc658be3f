package dev.stowage.node.volumemanager.operations;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeLinuxMountLabelTest {
    private static final String FILES = "system_u:object_r:container_file_t:s0";
    private static final String LABEL = "system_u:object_r:container_file_t:s0:c1,c2";

    private static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DesiredVolume desired(String mode, String podContext, String containers) {
        PersistentVolume volume = PersistentVolume.read(json("""
                {'metadata':{'name':'pv'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['%s'],
                 'csi':{'driver':'d','volumeHandle':'h'}}}""".formatted(mode)));
        NodePod pod = NodePod.read(json("""
                {'metadata':{'name':'p','namespace':'default','uid':'u'},
                 'spec':{'securityContext':%s,'containers':%s}}""".formatted(podContext, containers)));
        return new DesiredVolume(
                new VolumeKey("d", "h"),
                new PodVolumeKey("u", "pv", false),
                pod,
                List.of("data"),
                false,
                new VolumeSource.Persistent(volume, requireNonNull(volume.csi()), null));
    }

    private static String container(String name, String context) {
        return "{'name':'%s','securityContext':%s,'volumeMounts':[{'name':'data'}]}".formatted(name, context);
    }

    private static String labeled(String level) {
        return "{'seLinuxOptions':{'level':'" + level + "','type':'container_t','role':'system_r'}}";
    }

    @Test
    void aVolumeOfOnePodHasTheLabelOfItsFiles() throws Exception {
        DesiredVolume one = desired("ReadWriteOncePod", labeled("s0:c1,c2"), "[" + container("c", "{}") + "]");
        assertThat(SeLinuxMountLabel.of(one, true, FILES)).isEqualTo(LABEL);
        assertThat(SeLinuxMountLabel.of(
                        desired("ReadWriteOncePod", "{}", "[" + container("c", labeled("s0:c1,c2")) + "]"),
                        true,
                        FILES))
                .isEqualTo(LABEL);
    }

    @Test
    void otherVolumesHaveNone() throws Exception {
        String containers = "[" + container("c", "{}") + "]";
        DesiredVolume one = desired("ReadWriteOncePod", labeled("s0:c1,c2"), containers);
        assertThat(SeLinuxMountLabel.of(one, true, "")).as("without SELinux").isEmpty();
        assertThat(SeLinuxMountLabel.of(one, false, FILES))
                .as("of another driver")
                .isEmpty();
        assertThat(SeLinuxMountLabel.of(desired("ReadWriteOnce", labeled("s0:c1,c2"), containers), true, FILES))
                .as("that several pods may use")
                .isEmpty();
        assertThat(SeLinuxMountLabel.of(desired("ReadWriteOncePod", "{}", containers), true, FILES))
                .as("without a level")
                .isEmpty();
        assertThat(SeLinuxMountLabel.of(
                        desired(
                                "ReadWriteOncePod",
                                "{'seLinuxChangePolicy':'Recursive','seLinuxOptions':{'level':'s0:c1,c2'}}",
                                containers),
                        true,
                        FILES))
                .as("that is to be relabeled")
                .isEmpty();
        assertThat(SeLinuxMountLabel.of(
                        desired("ReadWriteOncePod", labeled("s0:c1,c2"), "[{'name':'c'}]"), true, FILES))
                .as("that no container uses")
                .isEmpty();
    }

    @Test
    void twoLabelsAndOptionsInALabelAreRefused() {
        assertThatThrownBy(() -> SeLinuxMountLabel.of(
                        desired(
                                "ReadWriteOncePod",
                                "{}",
                                "[" + container("c", labeled("s0:c1,c2")) + "," + container("d", labeled("s0:c3,c4"))
                                        + "]"),
                        true,
                        FILES))
                .isInstanceOf(VolumeOperationException.class)
                .hasMessageContaining("multiple SELinux labels found");
        assertThatThrownBy(() -> SeLinuxMountLabel.of(
                        desired("ReadWriteOncePod", labeled("s0\\\",suid"), "[" + container("c", "{}") + "]"),
                        true,
                        FILES))
                .isInstanceOf(VolumeOperationException.class)
                .hasMessageContaining("invalid characters");
    }

    @Test
    void theContextOfFilesIsThatOfThePolicy(@TempDir Path root) throws Exception {
        assertThat(SeLinuxHost.fileContext(root)).isEmpty();
        write(root.resolve("sys/fs/selinux/enforce"), "1");
        assertThat(SeLinuxHost.fileContext(root)).isEmpty();
        write(root.resolve("etc/selinux/config"), "SELINUX=enforcing\nSELINUXTYPE=mls\n");
        write(
                root.resolve("etc/selinux/mls/contexts/lxc_contexts"),
                "process = \"system_u:system_r:container_t:s0\"\nfile = \"" + FILES + "\"\n");
        assertThat(SeLinuxHost.fileContext(root)).isEqualTo(FILES);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
