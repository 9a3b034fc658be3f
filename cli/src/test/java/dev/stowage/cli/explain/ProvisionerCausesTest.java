package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.LocalProgram;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class ProvisionerCausesTest {

    @Test
    void aProvisionerThatNobodyKnowsIsNamedWithTheOneThatIsNear(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.storageClass("mistyped", "locals.stowage.dev", "Immediate");
        explainScenario.claim("data", "mistyped");
        explainScenario.pod("web", "data");
        Explanation claim = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "provisioner-unknown", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLASS);
        assertThat(claim.first().orElseThrow().verdict()).contains("did you mean local.stowage.dev?");
        // The pod waits for the claim, but that is not the cause.
        Explanation pod = explainScenario.untilExplained(
                ResourceKind.POD, "web", "provisioner-unknown", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLASS);
        SharedCluster.until(
                "the scheduler's word",
                () -> explainScenario.explain(ResourceKind.POD, "web").findings().stream()
                        .anyMatch(finding -> finding.cause().equals("waits-for-claim")));
        assertThat(pod.findings()).extracting(Finding::cause).first().isNotEqualTo("waits-for-claim");
    }

    @Test
    void aProvisionerWhoseLeaseIsOldDoesNotRun(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "down.example.com"},
                 "spec": {"attachRequired": false}}""");
        explainScenario.create("""
                {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "down-example-com"},
                 "spec": {"holderIdentity": "csi-down-0", "leaseDurationSeconds": 15,
                   "renewTime": "2024-01-01T00:00:00.000000Z"}}""");
        explainScenario.storageClass("down", "down.example.com", "Immediate");
        explainScenario.claim("data", "down");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "provisioner-down", ResponsibleParty.STORAGE_ADMIN, LinkKind.DRIVER);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("csi-down-0"));
    }

    @Test
    void aNodeWithoutTheDriverGetsNoVolume(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        try (FakeNode ghost = FakeNode.open(explainScenario, "[]")) {
            explainScenario.pod("web", "data", ghost.place());
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.CLAIM,
                    "data",
                    "driver-not-on-node",
                    ResponsibleParty.STORAGE_ADMIN,
                    LinkKind.REGISTRATION);
            assertThat(answer.first().orElseThrow().verdict()).contains(ghost.name(), LocalProgram.LOCAL);
            explainScenario.delete(ResourceKind.POD, "web");
        }
    }

    @Test
    void aVolumeOnANodeThatLostItsLabelsIsReachedByNoPod(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        String key = explainScenario
                .find(ResourceKind.CSI_NODE, "node-2")
                .orElseThrow()
                .at("/spec/drivers")
                .valueStream()
                .filter(each -> each.path("name").asText().equals(LocalProgram.LOCAL))
                .map(each -> each.at("/topologyKeys/0").asText())
                .findFirst()
                .orElseThrow();
        String value = explainScenario
                .find(ResourceKind.NODE, "node-2")
                .orElseThrow()
                .at("/metadata/labels")
                .path(key)
                .asText();
        String onNode2 = ", \"nodeSelector\": {\"kubernetes.io/hostname\": \"node-2\"}";
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.pod("first", "data", onNode2);
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        explainScenario.delete(ResourceKind.POD, "first");
        explainScenario.untilGone(ResourceKind.POD, "first");
        // One write changes both labels: a scheduler that has not received it does not place the pod.
        String labels = "{\"metadata\": {\"labels\": {\"%s\": %s, \"bereft-for\": %s}}}";
        String mark = "\"" + explainScenario.namespace() + "\"";
        try {
            explainScenario.merge(ResourceKind.NODE, "node-2", labels.formatted(key, "null", mark));
            explainScenario.pod("web", "data", ", \"nodeSelector\": {\"bereft-for\": " + mark + "}");
            explainScenario.untilExplained(
                    ResourceKind.POD, "web", "volume-node-gone", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
        } finally {
            explainScenario.merge(ResourceKind.NODE, "node-2", labels.formatted(key, "\"" + value + "\"", "null"));
        }
    }

    @Test
    void aClaimThatChoosesByLabelsIsNotProvisioned(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim(
                "data",
                explainScenario.sharedCluster().localClass(),
                ", \"selector\": {\"matchLabels\": {\"disk\": \"blue\"}}");
        explainScenario.pod("web", "data");
        explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "selector-not-supported", ResponsibleParty.USER, LinkKind.CLAIM);
        explainScenario.untilExplained(
                ResourceKind.POD, "web", "selector-not-supported", ResponsibleParty.USER, LinkKind.CLAIM);
    }

    @Test
    void whatTheDriverRefusesIsToldInItsWords(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "no-such-pool"},
                 "provisioner": "disk.stowage.dev", "volumeBindingMode": "Immediate",
                 "parameters": {"pool": "no-such-pool"}}""");
        explainScenario.claim("data", "no-such-pool");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "provisioning-failed", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("no-such-pool");
    }

    @Test
    void aProvisionerThatWorksWithAPodIsToldWithThePodThatWaits(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        String pods = "pods-of-" + explainScenario.namespace();
        explainScenario.storageClass(pods, explainScenario.namespace() + ".example.com/local-path", "Immediate");
        explainScenario.claim("data", pods);
        String uid = explainScenario
                .find(ResourceKind.CLAIM, "data")
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
        String working = "helper-pod-create-pvc-" + uid;
        explainScenario.podWith(
                working, "{\"name\": \"data\", \"emptyDir\": {}}", ", \"nodeSelector\": {\"disk\": \"none\"}");
        explainScenario.until(
                ResourceKind.POD,
                working,
                pod -> pod.at("/status/conditions").toString().contains("didn't match Pod's node affinity/selector"));
        // What such a provisioner reports in the events of the claim.
        explainScenario.create(
                """
                {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "data.1"},
                 "involvedObject": {"kind": "PersistentVolumeClaim", "apiVersion": "v1", "namespace": "%s",
                   "name": "data", "uid": "%s"},
                 "reason": "ProvisioningFailed", "type": "Warning", "count": 1, "source": {"component": "local-path"},
                 "firstTimestamp": "%3$s", "lastTimestamp": "%3$s",
                 "message": "failed to provision volume: failed to create volume: create process timeout after 120 seconds"}""".formatted(explainScenario.namespace(), uid, Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "helper-pod-stuck", ResponsibleParty.STORAGE_ADMIN, LinkKind.DRIVER);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/" + working);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("node affinity/selector"));
    }

    @Test
    void aSizeThatIsNeverMadeIsToldSo(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "4000Ti"}},
                   "storageClassName": "stowage-disk"}}""");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "size-out-of-range", ResponsibleParty.USER, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("4000Ti");
    }

    @Test
    void aNodeWhereTheRequestCannotBeServedKeepsIt(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "no-pool-here"},
                 "provisioner": "local.stowage.dev", "volumeBindingMode": "WaitForFirstConsumer",
                 "parameters": {"pool": "no-pool-here"}}""");
        explainScenario.claim("data", "no-pool-here");
        explainScenario.pod("web", "data");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "stuck-on-node", ResponsibleParty.STORAGE_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("node-", "no-pool-here");
    }
}
