package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class SchedulingCausesTest {

    @Test
    void aVolumeOnACordonedNodeKeepsItsPodWaiting(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.pod("first", "data", ", \"nodeSelector\": {\"kubernetes.io/hostname\": \"node-1\"}");
        explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
        explainScenario.delete(ResourceKind.POD, "first");
        explainScenario.untilGone(ResourceKind.POD, "first");
        // One write sets label and cordon: a scheduler that has not received it does not place the pod.
        String label = "{\"metadata\": {\"labels\": {\"cordoned-for\": %s}}, \"spec\": {\"unschedulable\": %s}}";
        String mark = "\"" + explainScenario.namespace() + "\"";
        try {
            explainScenario.merge(ResourceKind.NODE, "node-1", label.formatted(mark, "true"));
            explainScenario.pod("web", "data", ", \"nodeSelector\": {\"cordoned-for\": " + mark + "}");
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.POD, "web", "volume-node-closed", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
            assertThat(answer.first().orElseThrow().verdict()).contains("node-1", "cordoned");
        } finally {
            explainScenario.merge(ResourceKind.NODE, "node-1", label.formatted(mark, "null"));
        }
        explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
        explainScenario.merge(ResourceKind.NODE, "node-1", label.formatted("null", "null"));
    }

    @Test
    void aVolumeOnANodeThatIsGoneIsToldSo(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "stranded"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "stranded", "persistentVolumeReclaimPolicy": "Retain",
                   "local": {"path": "/tmp/none"},
                   "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                     {"key": "kubernetes.io/hostname", "operator": "In", "values": ["node-11"]}]}]}}}}""");
        explainScenario.claim("data", "stranded");
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        explainScenario.pod("web", "data");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "volume-node-gone", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
        assertThat(answer.first().orElseThrow().verdict()).contains("node-11", "to node-1?");
    }

    @Test
    void withoutRoomTheLargestPlaceIsTold(ExplainScenario explainScenario) throws IOException, InterruptedException {
        counted(explainScenario, "counted.example.com", "counted");
        explainScenario.claim("data", "counted");
        explainScenario.pod("web", "data");
        explainScenario.untilExplained(
                ResourceKind.POD, "web", "capacity-untold", ResponsibleParty.STORAGE_ADMIN, LinkKind.DRIVER);
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIStorageCapacity", "metadata": {"name": "small"},
                 "storageClassName": "counted", "capacity": "8Mi", "nodeTopology": {}}""");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "no-room", ResponsibleParty.STORAGE_ADMIN, LinkKind.CLASS);
        assertThat(answer.first().orElseThrow().verdict()).contains("16Mi", "8Mi");
    }

    private static void counted(ExplainScenario explainScenario, String driver, String storageClass)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "%s"},
                 "spec": {"attachRequired": false, "storageCapacity": true}}""".formatted(driver));
        explainScenario.storageClass(storageClass, driver, "WaitForFirstConsumer");
    }

    @Test
    void aNodeThatTakesNoMoreVolumesIsCounted(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        for (int i = 1; i <= 2; i++) {
            explainScenario.create("""
                    {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "few-%1$d"},
                     "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                       "storageClassName": "few-%1$d", "persistentVolumeReclaimPolicy": "Retain",
                       "csi": {"driver": "few.example.com", "volumeHandle": "disk-%1$d"}}}""".formatted(i));
            explainScenario.claim("data-" + i, "few-" + i);
            explainScenario.untilPhase(ResourceKind.CLAIM, "data-" + i, "Bound");
        }
        try (FakeNode ghost = FakeNode.open(explainScenario, """
                [{"name": "few.example.com", "nodeID": "x", "topologyKeys": null, "allocatable": {"count": 1}}]""")) {
            explainScenario.pod("first", "data-1", ghost.place());
            explainScenario.until(
                    ResourceKind.POD,
                    "first",
                    pod -> pod.at("/spec/nodeName").asText().equals(ghost.name()));
            explainScenario.pod("web", "data-2", ghost.place());
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.POD, "web", "attach-limit", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
            assertThat(answer.first().orElseThrow().evidence())
                    .anySatisfy(each -> assertThat(each.text()).contains("count of few.example.com: 1, in use: 1"));
            explainScenario.delete(ResourceKind.POD, "first");
            explainScenario.delete(ResourceKind.POD, "web");
        }
    }

    @Test
    void aClaimForOnePodIsNotShared(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
                 "spec": {"accessModes": ["ReadWriteOncePod"], "resources": {"requests": {"storage": "16Mi"}},
                   "storageClassName": "%s"}}""".formatted(explainScenario.sharedCluster().localClass()));
        explainScenario.pod("first", "data");
        explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
        explainScenario.pod("web", "data");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "one-pod-only", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first");
        assertThat(explainScenario.explain(ResourceKind.POD, "first").isWrong()).isFalse();
    }

    @Test
    void whatHasNothingToDoWithVolumesIsToldInTheSchedulersWords(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.pod("web", "data", ", \"nodeSelector\": {\"no\": \"such\"}");
        explainScenario.untilExplained(ResourceKind.CLAIM, "data", "no-node-fits", ResponsibleParty.USER, LinkKind.POD);
    }
}
