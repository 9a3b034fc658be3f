package dev.stowage.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Scheduler messages in the texts of several versions.
final class SchedulerMessagesTest {

    private static final String PICTURE = """
            {"pods": [{"metadata": {"name": "web", "namespace": "shop", "uid": "p1",
                         "creationTimestamp": "2026-11-15T11:00:00Z"},
               "spec": {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]},
               "status": {"phase": "Pending", "conditions": [
                 {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": ""}]}}],
             "persistentvolumeclaims": [{"metadata": {"name": "data", "namespace": "shop", "uid": "c1"},
               "spec": {"volumeName": "v", "resources": {"requests": {"storage": "1Gi"}}},
               "status": {"phase": "Bound"}}],
             "persistentvolumes": [{"metadata": {"name": "v"},
               "spec": {"claimRef": {"name": "data", "namespace": "shop", "uid": "c1"},
                 "csi": {"driver": "csi.example.com", "volumeHandle": "h"},
                 "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                   {"key": "zone", "operator": "In", "values": ["z1"]}]}]}}},
               "status": {"phase": "Bound"}}],
             "nodes": [{"metadata": {"name": "a", "labels": {"zone": "z1"}},
               "status": {"conditions": [{"type": "Ready", "status": "True"}]}}],
             "csinodes": [{"metadata": {"name": "a"},
               "spec": {"drivers": [{"name": "csi.example.com", "allocatable": {"count": 0}}]}}]}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    volume-elsewhere | 0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had volume node affinity conflict.
                    volume-elsewhere | 0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match PersistentVolume's node affinity.
                    attach-limit | 0/1 nodes are available: 1 node(s) exceed max volume count.
                    no-node-fits | 0/1 nodes are available: 1 Insufficient memory.
                    """)
    void isUnderstood(String situation, String message) {
        ClusterState clusterState = RecordedClusterState.of(PICTURE);
        ((ObjectNode) clusterState.all(ResourceKind.POD).getFirst().json().at("/status/conditions/0"))
                .put("message", message);
        assertThat(RecordedClusterState.explain(clusterState, ResourceKind.POD).first())
                .map(Finding::cause)
                .contains(situation);
    }

    @ParameterizedTest
    @CsvSource({"storageClassName, no-room", "otherName, capacity-untold"})
    void roomIsCountedByClass(String field, String situation) {
        ClusterState clusterState = RecordedClusterState.of("""
                {"pods": [{"metadata": {"name": "web", "namespace": "shop", "uid": "p1"},
                   "spec": {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]},
                   "status": {"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
                     "message": "0/2 nodes are available: 2 node(s) did not have enough free storage."}]}}],
                 "persistentvolumeclaims": [{"metadata": {"name": "data", "namespace": "shop", "uid": "c1"},
                   "spec": {"storageClassName": "fast", "resources": {"requests": {"storage": "1Gi"}}},
                   "status": {"phase": "Pending"}}],
                 "storageclasses": [{"metadata": {"name": "fast"}, "provisioner": "csi.example.com",
                   "volumeBindingMode": "WaitForFirstConsumer"}],
                 "csistoragecapacities": [
                   {"metadata": {"name": "c1", "namespace": "x"}, "%1$s": "fast", "capacity": "512Mi"},
                   {"metadata": {"name": "c2", "namespace": "x"}, "%1$s": "fast", "capacity": "768Mi",
                    "maximumVolumeSize": "256Mi"}]}""".formatted(field));
        Finding first = RecordedClusterState.explain(clusterState, ResourceKind.POD)
                .first()
                .orElseThrow();
        assertThat(first.cause()).isEqualTo(situation);
        if (situation.equals("no-room")) {
            assertThat(first.verdict()).contains("1Gi", "largest free capacity is 512Mi", "in total 1280Mi");
        }
    }
}
