package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.chain.LinkKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class OwnerSituationsTest {

    @Test
    void aClaimThatIsNotThereIsNamedWithTheOneThatIsNear(Scene scene) throws IOException, InterruptedException {
        scene.claim("database", scene.stage().localClass());
        scene.pod("web", "databse");
        Explanation answer = scene.untilExplained(ResourceKind.POD, "web", "claim-missing", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("did it mean database?");
    }

    @Test
    void aClaimOnItsWayOutTakesNoNewPod(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("first", "data");
        scene.untilPhase(ResourceKind.POD, "first", "Running");
        scene.delete(ResourceKind.CLAIM, "data");
        // A scheduler that has not heard of the deletion would place the pod: it waits for a claim that is news, too.
        scene.claim("news", scene.stage().localClass());
        scene.podWith("web", """
                {"name": "news", "persistentVolumeClaim": {"claimName": "news"}},
                {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}""", "");
        Explanation answer = scene.untilExplained(ResourceKind.POD, "web", "claim-being-deleted", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first");
    }

    @Test
    void aClaimOfThatNameThatWasNotMadeForThePodIsInItsWay(Scene scene) throws IOException, InterruptedException {
        scene.claim("web-data", scene.stage().localClass());
        scene.podWith("web", """
                {"name": "data", "ephemeral": {"volumeClaimTemplate": {"spec": {"accessModes": ["ReadWriteOnce"],
                  "resources": {"requests": {"storage": "16Mi"}}}}}}""", "");
        scene.untilExplained(ResourceKind.POD, "web", "ephemeral-claim-foreign", ResponsibleParty.USER, LinkKind.CLAIM);
    }

    @Test
    void aVolumeBelongsToOneClaimAlsoAfterItsEnd(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "kept"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "kept", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        String wanted = ", \"volumeName\": \"kept\"";
        scene.claim("first", "kept", wanted);
        scene.untilPhase(ResourceKind.CLAIM, "first", "Bound");
        scene.claim("second", "kept", wanted);
        scene.untilExplained(ResourceKind.CLAIM, "second", "volume-taken", ResponsibleParty.USER, LinkKind.VOLUME);
        scene.delete(ResourceKind.CLAIM, "first");
        scene.untilPhase(ResourceKind.VOLUME, "kept", "Released");
        scene.untilExplained(ResourceKind.VOLUME, "kept", "volume-released", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        scene.claim("first", "kept", wanted);
        Explanation again =
                scene.untilExplained(ResourceKind.CLAIM, "first", "volume-released", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(again.first().orElseThrow().remedies())
                .filteredOn(Remedy::isDangerous)
                .hasSize(2);
        // What is advised works.
        scene.merge(ResourceKind.VOLUME, "kept", "{\"spec\": {\"claimRef\": {\"uid\": null, \"resourceVersion\": null}}}");
        scene.untilPhase(ResourceKind.CLAIM, "first", "Bound");
        assertThat(scene.explain(ResourceKind.CLAIM, "first").isWrong()).isFalse();
    }

    @Test
    void aClaimThatLostItsVolumeIsToldWhatMayBeLeft(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "lost"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "lost", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        scene.claim("data", "lost");
        scene.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        scene.delete(ResourceKind.VOLUME, "lost");
        scene.merge(ResourceKind.VOLUME, "lost", "{\"metadata\": {\"finalizers\": null}}");
        scene.untilPhase(ResourceKind.CLAIM, "data", "Lost");
        scene.untilExplained(ResourceKind.CLAIM, "data", "volume-lost", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        scene.pod("web", "data");
        scene.untilExplained(ResourceKind.POD, "web", "volume-lost", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
    }
}
