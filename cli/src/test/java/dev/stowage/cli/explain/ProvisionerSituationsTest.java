package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.LocalProgram;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.chain.LinkKind;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class ProvisionerSituationsTest {

    @Test
    void aProvisionerThatNobodyKnowsIsNamedWithTheOneThatIsNear(Scene scene) throws IOException, InterruptedException {
        scene.storageClass("mistyped", "locals.stowage.dev", "Immediate");
        scene.claim("data", "mistyped");
        scene.pod("web", "data");
        Explanation claim =
                scene.untilExplained(ResourceKind.CLAIM, "data", "provisioner-unknown", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLASS);
        assertThat(claim.first().orElseThrow().verdict()).contains("did the class mean local.stowage.dev?");
        // The pod waits for the claim, and that is not the cause.
        Explanation pod = scene.untilExplained(ResourceKind.POD, "web", "provisioner-unknown", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLASS);
        Stage.until(
                "the scheduler's word",
                () -> scene.explain(ResourceKind.POD, "web").findings().stream()
                        .anyMatch(finding -> finding.cause().equals("waits-for-claim")));
        assertThat(pod.findings()).extracting(Finding::cause).first().isNotEqualTo("waits-for-claim");
    }

    @Test
    void aProvisionerWhoseLeaseIsOldDoesNotRun(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "down.example.com"},
                 "spec": {"attachRequired": false}}""");
        scene.create("""
                {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "down-example-com"},
                 "spec": {"holderIdentity": "csi-down-0", "leaseDurationSeconds": 15,
                   "renewTime": "2024-01-01T00:00:00.000000Z"}}""");
        scene.storageClass("down", "down.example.com", "Immediate");
        scene.claim("data", "down");
        Explanation answer =
                scene.untilExplained(ResourceKind.CLAIM, "data", "provisioner-down", ResponsibleParty.STORAGE_ADMIN, LinkKind.DRIVER);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("csi-down-0"));
    }

    @Test
    void aNodeWithoutTheDriverGetsNoVolume(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        try (PaperNode ghost = PaperNode.open(scene, "[]")) {
            scene.pod("web", "data", ghost.place());
            Explanation answer = scene.untilExplained(
                    ResourceKind.CLAIM, "data", "driver-not-on-node", ResponsibleParty.STORAGE_ADMIN, LinkKind.REGISTRATION);
            assertThat(answer.first().orElseThrow().verdict()).contains(ghost.name(), LocalProgram.LOCAL);
            scene.delete(ResourceKind.POD, "web");
        }
    }

    @Test
    void aVolumeOnANodeThatLostItsLabelsIsReachedByNoPod(Scene scene) throws IOException, InterruptedException {
        String key = scene.find(ResourceKind.CSI_NODE, "node-2")
                .orElseThrow()
                .at("/spec/drivers")
                .valueStream()
                .filter(each -> each.path("name").asText().equals(LocalProgram.LOCAL))
                .map(each -> each.at("/topologyKeys/0").asText())
                .findFirst()
                .orElseThrow();
        String value = scene.find(ResourceKind.NODE, "node-2")
                .orElseThrow()
                .at("/metadata/labels")
                .path(key)
                .asText();
        String onNode2 = ", \"nodeSelector\": {\"kubernetes.io/hostname\": \"node-2\"}";
        scene.claim("data", scene.stage().localClass());
        scene.pod("first", "data", onNode2);
        scene.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        scene.delete(ResourceKind.POD, "first");
        scene.untilGone(ResourceKind.POD, "first");
        // A scheduler that has not heard of the loss has not heard of the mark either, and does not place the pod.
        String labels = "{\"metadata\": {\"labels\": {\"%s\": %s, \"bereft-for\": %s}}}";
        String mark = "\"" + scene.namespace() + "\"";
        try {
            scene.merge(ResourceKind.NODE, "node-2", labels.formatted(key, "null", mark));
            scene.pod("web", "data", ", \"nodeSelector\": {\"bereft-for\": " + mark + "}");
            scene.untilExplained(ResourceKind.POD, "web", "volume-node-gone", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
        } finally {
            scene.merge(ResourceKind.NODE, "node-2", labels.formatted(key, "\"" + value + "\"", "null"));
        }
    }

    @Test
    void aClaimThatChoosesByLabelsIsNotProvisioned(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass(), ", \"selector\": {\"matchLabels\": {\"disk\": \"blue\"}}");
        scene.pod("web", "data");
        scene.untilExplained(ResourceKind.CLAIM, "data", "selector-not-supported", ResponsibleParty.USER, LinkKind.CLAIM);
        scene.untilExplained(ResourceKind.POD, "web", "selector-not-supported", ResponsibleParty.USER, LinkKind.CLAIM);
    }

    @Test
    void whatTheDriverRefusesIsToldInItsWords(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "no-such-pool"},
                 "provisioner": "disk.stowage.dev", "volumeBindingMode": "Immediate",
                 "parameters": {"pool": "no-such-pool"}}""");
        scene.claim("data", "no-such-pool");
        Explanation answer =
                scene.untilExplained(ResourceKind.CLAIM, "data", "provisioning-failed", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("no-such-pool");
    }

    @Test
    void aProvisionerThatWorksWithAPodIsToldWithThePodThatWaits(Scene scene) throws IOException, InterruptedException {
        String pods = "pods-of-" + scene.namespace();
        scene.storageClass(pods, scene.namespace() + ".example.com/local-path", "Immediate");
        scene.claim("data", pods);
        String uid =
                scene.find(ResourceKind.CLAIM, "data").orElseThrow().at("/metadata/uid").asText();
        String working = "helper-pod-create-pvc-" + uid;
        scene.podWith(working, "{\"name\": \"data\", \"emptyDir\": {}}", ", \"nodeSelector\": {\"disk\": \"none\"}");
        scene.until(
                ResourceKind.POD,
                working,
                pod -> pod.at("/status/conditions").toString().contains("didn't match Pod's node affinity/selector"));
        // The words of such a provisioner, which tells them as events of the claim.
        scene.create("""
                {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "data.1"},
                 "involvedObject": {"kind": "PersistentVolumeClaim", "apiVersion": "v1", "namespace": "%s",
                   "name": "data", "uid": "%s"},
                 "reason": "ProvisioningFailed", "type": "Warning", "count": 1, "source": {"component": "local-path"},
                 "firstTimestamp": "%3$s", "lastTimestamp": "%3$s",
                 "message": "failed to provision volume: failed to create volume: create process timeout after 120 seconds"}""".formatted(scene.namespace(), uid, Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        Explanation answer =
                scene.untilExplained(ResourceKind.CLAIM, "data", "helper-pod-stuck", ResponsibleParty.STORAGE_ADMIN, LinkKind.DRIVER);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/" + working);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("node affinity/selector"));
    }

    @Test
    void aSizeThatIsNeverMadeIsToldSo(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "4000Ti"}},
                   "storageClassName": "stowage-disk"}}""");
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "size-out-of-range", ResponsibleParty.USER, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("4000Ti");
    }

    @Test
    void aNodeWhereTheRequestCannotBeServedKeepsIt(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "no-pool-here"},
                 "provisioner": "local.stowage.dev", "volumeBindingMode": "WaitForFirstConsumer",
                 "parameters": {"pool": "no-pool-here"}}""");
        scene.claim("data", "no-pool-here");
        scene.pod("web", "data");
        Explanation answer =
                scene.untilExplained(ResourceKind.CLAIM, "data", "stuck-on-node", ResponsibleParty.STORAGE_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("node-", "no-pool-here");
    }
}
