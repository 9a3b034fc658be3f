package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.chain.LinkKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class PlaceSituationsTest {

    @Test
    void aVolumeOnACordonedNodeKeepsItsPodWaiting(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("first", "data", ", \"nodeSelector\": {\"kubernetes.io/hostname\": \"node-1\"}");
        scene.untilPhase(ResourceKind.POD, "first", "Running");
        scene.delete(ResourceKind.POD, "first");
        scene.untilGone(ResourceKind.POD, "first");
        // A scheduler that has not heard of the cordon has not heard of the label either, and does not place the pod.
        String label = "{\"metadata\": {\"labels\": {\"cordoned-for\": %s}}, \"spec\": {\"unschedulable\": %s}}";
        String mark = "\"" + scene.namespace() + "\"";
        try {
            scene.merge(ResourceKind.NODE, "node-1", label.formatted(mark, "true"));
            scene.pod("web", "data", ", \"nodeSelector\": {\"cordoned-for\": " + mark + "}");
            Explanation answer =
                    scene.untilExplained(ResourceKind.POD, "web", "volume-node-closed", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
            assertThat(answer.first().orElseThrow().verdict()).contains("node-1", "cordoned");
        } finally {
            scene.merge(ResourceKind.NODE, "node-1", label.formatted(mark, "null"));
        }
        scene.untilPhase(ResourceKind.POD, "web", "Running");
        scene.merge(ResourceKind.NODE, "node-1", label.formatted("null", "null"));
    }

    @Test
    void aVolumeOnANodeThatIsGoneIsToldSo(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "stranded"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "stranded", "persistentVolumeReclaimPolicy": "Retain",
                   "local": {"path": "/tmp/none"},
                   "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                     {"key": "kubernetes.io/hostname", "operator": "In", "values": ["node-11"]}]}]}}}}""");
        scene.claim("data", "stranded");
        scene.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        scene.pod("web", "data");
        Explanation answer = scene.untilExplained(ResourceKind.POD, "web", "volume-node-gone", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
        assertThat(answer.first().orElseThrow().verdict()).contains("node-11", "to node-1?");
    }

    @Test
    void withoutRoomTheLargestPlaceIsTold(Scene scene) throws IOException, InterruptedException {
        counted(scene, "counted.example.com", "counted");
        scene.claim("data", "counted");
        scene.pod("web", "data");
        scene.untilExplained(ResourceKind.POD, "web", "capacity-untold", ResponsibleParty.STORAGE_ADMIN, LinkKind.DRIVER);
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIStorageCapacity", "metadata": {"name": "small"},
                 "storageClassName": "counted", "capacity": "8Mi", "nodeTopology": {}}""");
        Explanation answer = scene.untilExplained(ResourceKind.POD, "web", "no-room", ResponsibleParty.STORAGE_ADMIN, LinkKind.CLASS);
        assertThat(answer.first().orElseThrow().verdict()).contains("16Mi", "8Mi");
    }

    private static void counted(Scene scene, String driver, String storageClass)
            throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "%s"},
                 "spec": {"attachRequired": false, "storageCapacity": true}}""".formatted(driver));
        scene.storageClass(storageClass, driver, "WaitForFirstConsumer");
    }

    @Test
    void aNodeThatTakesNoMoreVolumesIsCounted(Scene scene) throws IOException, InterruptedException {
        for (int i = 1; i <= 2; i++) {
            scene.create("""
                    {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "few-%1$d"},
                     "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                       "storageClassName": "few-%1$d", "persistentVolumeReclaimPolicy": "Retain",
                       "csi": {"driver": "few.example.com", "volumeHandle": "disk-%1$d"}}}""".formatted(i));
            scene.claim("data-" + i, "few-" + i);
            scene.untilPhase(ResourceKind.CLAIM, "data-" + i, "Bound");
        }
        try (PaperNode ghost = PaperNode.open(scene, """
                [{"name": "few.example.com", "nodeID": "x", "topologyKeys": null, "allocatable": {"count": 1}}]""")) {
            scene.pod("first", "data-1", ghost.place());
            scene.until(
                    ResourceKind.POD, "first", pod -> pod.at("/spec/nodeName").asText().equals(ghost.name()));
            scene.pod("web", "data-2", ghost.place());
            Explanation answer = scene.untilExplained(ResourceKind.POD, "web", "attach-limit", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
            assertThat(answer.first().orElseThrow().evidence())
                    .anySatisfy(each -> assertThat(each.text()).contains("count of few.example.com: 1, in use: 1"));
            scene.delete(ResourceKind.POD, "first");
            scene.delete(ResourceKind.POD, "web");
        }
    }

    @Test
    void aClaimForOnePodIsNotShared(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
                 "spec": {"accessModes": ["ReadWriteOncePod"], "resources": {"requests": {"storage": "16Mi"}},
                   "storageClassName": "%s"}}""".formatted(scene.stage().localClass()));
        scene.pod("first", "data");
        scene.untilPhase(ResourceKind.POD, "first", "Running");
        scene.pod("web", "data");
        Explanation answer = scene.untilExplained(ResourceKind.POD, "web", "one-pod-only", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first");
        assertThat(scene.explain(ResourceKind.POD, "first").isWrong()).isFalse();
    }

    @Test
    void whatHasNothingToDoWithVolumesIsToldInTheSchedulersWords(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("web", "data", ", \"nodeSelector\": {\"no\": \"such\"}");
        scene.untilExplained(ResourceKind.CLAIM, "data", "no-node-fits", ResponsibleParty.USER, LinkKind.POD);
    }
}
