package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class VolumeOwnershipCausesTest {

    @Test
    void aClaimThatIsNotThereIsNamedWithTheOneThatIsNear(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("database", explainScenario.sharedCluster().localClass());
        explainScenario.pod("web", "databse");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "claim-missing", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("did you mean database?");
    }

    @Test
    void aClaimOnItsWayOutTakesNoNewPod(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.pod("first", "data");
        explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
        explainScenario.delete(ResourceKind.CLAIM, "data");
        // A scheduler that has not received the deletion would place the pod, so wait for a newer claim.
        explainScenario.claim("news", explainScenario.sharedCluster().localClass());
        explainScenario.podWith("web", """
                {"name": "news", "persistentVolumeClaim": {"claimName": "news"}},
                {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}""", "");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "claim-being-deleted", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first");
    }

    @Test
    void aClaimOfThatNameThatWasNotMadeForThePodIsInItsWay(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("web-data", explainScenario.sharedCluster().localClass());
        explainScenario.podWith("web", """
                {"name": "data", "ephemeral": {"volumeClaimTemplate": {"spec": {"accessModes": ["ReadWriteOnce"],
                  "resources": {"requests": {"storage": "16Mi"}}}}}}""", "");
        explainScenario.untilExplained(
                ResourceKind.POD, "web", "ephemeral-claim-foreign", ResponsibleParty.USER, LinkKind.CLAIM);
    }

    @Test
    void aVolumeBelongsToOneClaimAlsoAfterItsEnd(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "kept"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "kept", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        String wanted = ", \"volumeName\": \"kept\"";
        explainScenario.claim("first", "kept", wanted);
        explainScenario.untilPhase(ResourceKind.CLAIM, "first", "Bound");
        explainScenario.claim("second", "kept", wanted);
        explainScenario.untilExplained(
                ResourceKind.CLAIM, "second", "volume-taken", ResponsibleParty.USER, LinkKind.VOLUME);
        explainScenario.delete(ResourceKind.CLAIM, "first");
        explainScenario.untilPhase(ResourceKind.VOLUME, "kept", "Released");
        explainScenario.untilExplained(
                ResourceKind.VOLUME, "kept", "volume-released", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        explainScenario.claim("first", "kept", wanted);
        Explanation again = explainScenario.untilExplained(
                ResourceKind.CLAIM, "first", "volume-released", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(again.first().orElseThrow().remedies())
                .filteredOn(Remedy::isDangerous)
                .hasSize(2);
        // The suggested remedy works.
        explainScenario.merge(
                ResourceKind.VOLUME, "kept", "{\"spec\": {\"claimRef\": {\"uid\": null, \"resourceVersion\": null}}}");
        explainScenario.untilPhase(ResourceKind.CLAIM, "first", "Bound");
        assertThat(explainScenario.explain(ResourceKind.CLAIM, "first").isWrong())
                .isFalse();
    }

    @Test
    void aClaimThatLostItsVolumeIsToldWhatMayBeLeft(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "lost"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "lost", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        explainScenario.claim("data", "lost");
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        explainScenario.delete(ResourceKind.VOLUME, "lost");
        explainScenario.merge(ResourceKind.VOLUME, "lost", "{\"metadata\": {\"finalizers\": null}}");
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Lost");
        explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "volume-lost", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        explainScenario.pod("web", "data");
        explainScenario.untilExplained(
                ResourceKind.POD, "web", "volume-lost", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
    }
}
