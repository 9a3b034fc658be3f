package dev.stowage.cli.up;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RemovedNodesTest {
    @TempDir
    private Path data;

    private UpOptions options(int nodes) {
        return new UpOptions(nodes, data, 0, -1);
    }

    @Test
    void withoutANumberThereAreAsManyNodesAsBefore() {
        assertThat(options(0).withRecordedNodes(3).nodes()).isEqualTo(3);
        assertThat(options(0).withRecordedNodes(0).nodes()).isOne();
        assertThat(options(1).withRecordedNodes(3).nodes()).isOne();
        assertThat(RemovedNodes.of(options(3), 3).isEmpty()).isTrue();
        assertThat(RemovedNodes.of(options(4), 3).isEmpty()).isTrue();
        assertThat(RemovedNodes.of(options(1), 3).nodes())
                .extracting(NodeDirectories::name)
                .containsExactly("node-2", "node-3");
    }

    @Test
    void aNodeWithVolumesStays() throws Exception {
        RemovedNodes removed = RemovedNodes.of(options(1), 2);
        removed.requireNoVolumes();
        record(1, "volumes", "mine.json");
        record(2, "stagings", "no-volume.json");
        record(2, "volumes", ".half-written.json");
        removed.requireNoVolumes();
        record(2, "volumes", "3f9c.json");
        record(2, "snapshots", "77aa.json");
        assertThatThrownBy(removed::requireNoVolumes)
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("flag --nodes: cannot continue with 1")
                .hasMessageContaining("node-2 has 2");
    }

    private void record(int node, String kind, String name) throws IOException {
        Path folder =
                options(2).place(node).driver("a.example").resolve("records").resolve(kind);
        Files.writeString(Files.createDirectories(folder).resolve(name), "{}");
    }

    @Test
    void itsObjectsAreDeletedAndThoseOfOthersStay() throws Exception {
        Path kubeconfig = data.resolve("kubeconfig");
        try (EmbeddedApi server = EmbeddedApi.start(EmbeddedApiOptions.in(data.resolve("api")))) {
            server.writeKubeconfig(kubeconfig);
            try (KubeClient api =
                    new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "test")) {
                create(api, Kinds.SERVICE_ACCOUNTS, "default", """
                        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}""");
                for (int number = 1; number <= 2; number++) {
                    create(api, Kinds.NODES, "", """
                            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-%d"}}""".formatted(number));
                    create(api, Kinds.PODS, "default", """
                            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod-%d"},
                             "spec": {"nodeName": "node-%d", "containers": [{"name": "c", "image": "none"}]}}""".formatted(number, number));
                    create(api, Kinds.ATTACHMENTS, "", """
                            {"apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment",
                             "metadata": {"name": "attachment-%d"},
                             "spec": {"attacher": "a.example", "nodeName": "node-%d",
                                      "source": {"persistentVolumeName": "v"}}}""".formatted(number, number));
                    create(api, Kinds.STORAGE_CAPACITIES, "default", """
                            {"apiVersion": "storage.k8s.io/v1", "kind": "CSIStorageCapacity", "storageClassName": "s",
                             "metadata": {"name": "capacity-%d",
                                "labels": {"csi.storage.k8s.io/managed-by": "external-provisioner-node-%d"}}}""".formatted(number, number));
                    create(api, Kinds.CLAIMS, "default", """
                            {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
                             "metadata": {"name": "claim-%d",
                                "annotations": {"volume.kubernetes.io/selected-node": "node-%d"}},
                             "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(number, number));
                }
                assertThat(RemovedNodes.of(options(1), 2).delete(api)).isEqualTo("Removed node-2 and 1 pod.");
                for (Kind<?> kind : List.of(Kinds.NODES, Kinds.PODS, Kinds.ATTACHMENTS, Kinds.STORAGE_CAPACITIES)) {
                    assertThat(names(api, kind)).singleElement().asString().endsWith("-1");
                }
                assertThat(api.list(Kinds.CLAIMS, "").items())
                        .as("a claim without a volume does not wait for a node that is gone")
                        .extracting(claim -> claim.meta().annotation("volume.kubernetes.io/selected-node"))
                        .containsExactlyInAnyOrder("node-1", "");
            }
        }
    }

    private static <T extends KubeObject> List<String> names(KubeClient api, Kind<T> kind)
            throws IOException, InterruptedException {
        return api.list(kind, "").items().stream()
                .map(object -> object.meta().name())
                .toList();
    }

    private static void create(KubeClient api, Kind<?> kind, String namespace, String text)
            throws IOException, InterruptedException {
        var _ = api.create(kind, namespace, (ObjectNode) Json.read(text.getBytes(UTF_8)));
    }
}
