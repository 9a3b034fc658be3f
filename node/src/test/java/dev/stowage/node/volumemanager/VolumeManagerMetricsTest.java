package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static dev.stowage.node.volumemanager.testing.ScriptedDriverFixture.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import dev.stowage.node.volumemanager.testing.ScriptedDriverFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// As dashboards for the kubelet expect them.
final class VolumeManagerMetricsTest {

    private static List<String> labels(NodeContextFixture fixture, String metric) {
        return fixture.nodeContext().metrics().scrape().stream()
                .filter(snapshot -> snapshot.getMetadata().getName().equals(metric))
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .map(point -> point.getLabels().toString())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "emptyDir, kubernetes.io/empty-dir",
        "hostPath, kubernetes.io/host-path",
        "local, kubernetes.io/local-volume",
        "nfs, kubernetes.io/nfs",
        "image, kubernetes.io/image",
        "unknown, N/A"
    })
    void volumesWithoutADriverHaveTheNamesOfTheirPlugins(String type, String plugin) {
        ObjectNode volume = Json.object().put("name", "v");
        volume.putObject(type);

        assertThat(VolumeManagerMetrics.builtIn(BuiltInVolume.inline(volume))).isEqualTo(plugin);
    }

    @Test
    void operationsAndVolumesAreCounted() throws Exception {
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture context = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        context.nodeContext(), fixture.driver(), new InMemoryNodeStatus(), new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce", "", "");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            context.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
            String plugin = "kubernetes.io/csi:" + DRIVER;
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(labels(context, "storage_operation_duration_seconds"))
                            .containsExactly("{migrated=\"false\",operation_name=\"volume_mount\",status=\"success\","
                                    + "volume_plugin=\"" + plugin + "\"}"));
            assertThat(labels(context, "volume_manager_total_volumes"))
                    .containsExactlyInAnyOrder(
                            "{plugin_name=\"" + plugin + "\",state=\"actual_state_of_world\"}",
                            "{plugin_name=\"" + plugin + "\",state=\"desired_state_of_world\"}");

            manager.release(pod.uid());

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(labels(context, "storage_operation_duration_seconds"))
                            .anyMatch(label -> label.contains("\"volume_unmount\""))
                            .anyMatch(label -> label.contains("\"unmount_device\"")));
            assertThat(labels(context, "volume_manager_total_volumes")).isEmpty();
        }
    }
}
