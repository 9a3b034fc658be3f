package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.strand.Part;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class OwnerSituationsTest {

    @Test
    void aClaimThatIsNotThereIsNamedWithTheOneThatIsNear(Scene scene) throws IOException, InterruptedException {
        scene.claim("database", scene.stage().localClass());
        scene.pod("web", "databse");
        Explanation answer = scene.untilExplained(Sort.POD, "web", "claim-missing", Actor.USER, Part.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("did it mean database?");
    }

    @Test
    void aClaimOnItsWayOutTakesNoNewPod(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("first", "data");
        scene.untilPhase(Sort.POD, "first", "Running");
        scene.delete(Sort.CLAIM, "data");
        // A scheduler that has not heard of the deletion would place the pod: it waits for a claim that is news, too.
        scene.claim("news", scene.stage().localClass());
        scene.podWith("web", """
                {"name": "news", "persistentVolumeClaim": {"claimName": "news"}},
                {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}""", "");
        Explanation answer = scene.untilExplained(Sort.POD, "web", "claim-being-deleted", Actor.USER, Part.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first");
    }

    @Test
    void aClaimOfThatNameThatWasNotMadeForThePodIsInItsWay(Scene scene) throws IOException, InterruptedException {
        scene.claim("web-data", scene.stage().localClass());
        scene.podWith("web", """
                {"name": "data", "ephemeral": {"volumeClaimTemplate": {"spec": {"accessModes": ["ReadWriteOnce"],
                  "resources": {"requests": {"storage": "16Mi"}}}}}}""", "");
        scene.untilExplained(Sort.POD, "web", "ephemeral-claim-foreign", Actor.USER, Part.CLAIM);
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
        scene.untilPhase(Sort.CLAIM, "first", "Bound");
        scene.claim("second", "kept", wanted);
        scene.untilExplained(Sort.CLAIM, "second", "volume-taken", Actor.USER, Part.VOLUME);
        scene.delete(Sort.CLAIM, "first");
        scene.untilPhase(Sort.VOLUME, "kept", "Released");
        scene.untilExplained(Sort.VOLUME, "kept", "volume-released", Actor.CLUSTER_ADMIN, Part.VOLUME);
        scene.claim("first", "kept", wanted);
        Explanation again =
                scene.untilExplained(Sort.CLAIM, "first", "volume-released", Actor.CLUSTER_ADMIN, Part.VOLUME);
        assertThat(again.first().orElseThrow().remedies())
                .filteredOn(Remedy::isDangerous)
                .hasSize(2);
        // What is advised works.
        scene.merge(Sort.VOLUME, "kept", "{\"spec\": {\"claimRef\": {\"uid\": null, \"resourceVersion\": null}}}");
        scene.untilPhase(Sort.CLAIM, "first", "Bound");
        assertThat(scene.explain(Sort.CLAIM, "first").isWrong()).isFalse();
    }

    @Test
    void aClaimThatLostItsVolumeIsToldWhatMayBeLeft(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "lost"},
                 "spec": {"capacity": {"storage": "16Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "lost", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        scene.claim("data", "lost");
        scene.untilPhase(Sort.CLAIM, "data", "Bound");
        scene.delete(Sort.VOLUME, "lost");
        scene.merge(Sort.VOLUME, "lost", "{\"metadata\": {\"finalizers\": null}}");
        scene.untilPhase(Sort.CLAIM, "data", "Lost");
        scene.untilExplained(Sort.CLAIM, "data", "volume-lost", Actor.CLUSTER_ADMIN, Part.VOLUME);
        scene.pod("web", "data");
        scene.untilExplained(Sort.POD, "web", "volume-lost", Actor.CLUSTER_ADMIN, Part.VOLUME);
    }
}
