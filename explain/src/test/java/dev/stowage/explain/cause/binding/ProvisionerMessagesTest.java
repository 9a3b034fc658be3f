package dev.stowage.explain.cause.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.RecordedClusterState;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Provisioner messages in the texts of several versions.
final class ProvisionerMessagesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    driver-not-on-node | failed to provision volume with StorageClass "fast": error generating accessibility requirements: no topology key found on CSINode b
                    topology-labels-changed | failed to provision volume with StorageClass "fast": error generating accessibility requirements: topology labels from selected node map[x:y] does not match topology keys from CSINode [topology.csi.example.com/zone]
                    topology-labels-changed | error generating accessibility requirements: no available topology found
                    selector-not-supported | failed to provision volume with StorageClass "fast": claim Selector is not supported
                    clone-not-supported | failed to provision volume with StorageClass "fast": CSI driver does not support clone operations: controller CLONE_VOLUME capability is not reported
                    clone-not-supported | CSI driver does not support clone operations: plugin CLONE_VOLUME capability is not reported
                    restore-not-supported | CSI driver does not support snapshot restore: plugin CREATE_DELETE_SNAPSHOT capability is not reported
                    stuck-on-node | failed to provision volume with StorageClass "fast": rpc error: code = NotFound desc = no volume group on this node
                    pool-exhausted | failed to provision volume with StorageClass "fast": rpc error: code = ResourceExhausted desc = out of space
                    size-out-of-range | rpc error: code = OutOfRange desc = at most 1 GiB
                    driver-unreachable | failed to provision volume with StorageClass "fast": rpc error: code = DeadlineExceeded desc = context deadline exceeded
                    driver-not-allowed | rpc error: code = Unauthenticated desc = bad key
                    provisioning-failed | rpc error: code = Unknown desc = boom
                    helper-pod-stuck | failed to provision volume with StorageClass "fast": failed to create volume pvc-c1: create process timeout after 120 seconds
                    """)
    void isUnderstood(String situation, String message) {
        assertThat(first(message).cause()).isEqualTo(situation);
        assertThat(first(message).evidence()).anySatisfy(each -> {
            assertThat(each.text()).contains("ProvisioningFailed");
            assertThat(each.count()).isEqualTo(7);
            assertThat(each.age()).hasSeconds(30);
        });
    }

    private static Finding first(String message) {
        ClusterState clusterState = RecordedClusterState.named("claim");
        ((ObjectNode) clusterState.all(ResourceKind.EVENT).getFirst().json()).put("message", message);
        if (message.contains("NotFound") || message.contains("CSINode b")) {
            ((ObjectNode) clusterState.all(ResourceKind.CLAIM).getFirst().json().at("/metadata/annotations"))
                    .put("volume.kubernetes.io/selected-node", message.contains("CSINode b") ? "b" : "a");
        }
        return RecordedClusterState.explain(clusterState, ResourceKind.CLAIM)
                .first()
                .orElseThrow();
    }

    @Test
    void aProvisionerThatSaysNothingForMinutesIsSilent() {
        ClusterState clusterState = RecordedClusterState.named("claim");
        ObjectNode event =
                (ObjectNode) clusterState.all(ResourceKind.EVENT).getFirst().json();
        event.put("reason", "ExternalProvisioning").putObject("source").put("component", "persistentvolume-controller");
        event.put(
                "message",
                "waiting for a volume to be created, either by external provisioner \"csi.example.com\" or manually");
        Explanation answer = RecordedClusterState.explain(clusterState, ResourceKind.CLAIM);
        assertThat(answer.first()).hasValueSatisfying(first -> {
            assertThat(first.cause()).isEqualTo("provisioner-silent");
            assertThat(first.evidence()).hasSize(2);
        });
    }

    @Test
    void aProvisionerThatBeganIsWaitedFor() {
        ClusterState clusterState = RecordedClusterState.named("claim");
        ObjectNode event =
                (ObjectNode) clusterState.all(ResourceKind.EVENT).getFirst().json();
        event.put("reason", "Provisioning").put("type", "Normal");
        event.put("message", "External provisioner is provisioning volume for claim \"shop/data\"");
        Explanation answer = RecordedClusterState.explain(clusterState, ResourceKind.CLAIM);
        assertThat(answer.first()).map(Finding::cause).contains("being-provisioned");
        assertThat(answer.isWrong()).isFalse();
    }

    @Test
    void aProvisionerWithoutReadyPodsIsDown() {
        ClusterState clusterState = RecordedClusterState.of("""
                {"persistentvolumeclaims": [{"metadata": {"name": "data", "namespace": "shop", "uid": "c1"},
                   "spec": {"storageClassName": "fast"}, "status": {"phase": "Pending"}}],
                 "storageclasses": [{"metadata": {"name": "fast"}, "provisioner": "csi.example.com"}],
                 "deployments": [{"metadata": {"name": "csi", "namespace": "kube-system"},
                   "spec": {"template": {"spec": {"containers": [{"args": ["--driver-name=csi.example.com"]}]}}},
                   "status": {"replicas": 1}}]}""");
        assertThat(RecordedClusterState.explain(clusterState, ResourceKind.CLAIM)
                        .first())
                .hasValueSatisfying(first -> {
                    assertThat(first.cause()).isEqualTo("provisioner-down");
                    assertThat(first.evidence())
                            .anySatisfy(each -> assertThat(each.where()).isEqualTo("deploy/csi"));
                });
    }
}
