package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.explain.BalkyParts.Deed;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class ChangeSituationsTest {

    @Test
    void aLargerVolumeWaitsForAPodAndThatIsInOrder(Scene scene) throws IOException, InterruptedException {
        Disks.in(scene, "Immediate").claim("data");
        scene.merge(ResourceKind.CLAIM, "data", size("32Mi"));
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "expansion-at-node", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().rank()).isEqualTo(FindingRank.WAITING);
        scene.pod("web", "data");
        scene.until(
                ResourceKind.CLAIM,
                "data",
                claim -> claim.at("/status/capacity/storage").asText().equals("32Mi"));
        scene.untilPhase(ResourceKind.POD, "web", "Running");
        assertThat(scene.explain(ResourceKind.CLAIM, "data").findings()).isEmpty();
    }

    @Test
    void aVolumeLargerThanThePoolIsToldInTheDriversWords(Scene scene) throws IOException, InterruptedException {
        Disks.in(scene, "Immediate").claim("data");
        scene.merge(ResourceKind.CLAIM, "data", size("900Ti"));
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "expansion-infeasible", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "900Ti");
    }

    @Test
    void aClaimIsHeldByItsPodsAlsoWhenTheyHaveEnded(Scene scene) throws IOException, InterruptedException {
        Disks.in(scene, "Immediate").claim("data");
        scene.pod("job", "data", ", \"restartPolicy\": \"Never\", \"activeDeadlineSeconds\": 1");
        scene.untilPhase(ResourceKind.POD, "job", "Failed");
        scene.delete(ResourceKind.CLAIM, "data");
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "claim-terminating", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/job (Failed)", "ended");
        scene.delete(ResourceKind.POD, "job");
        scene.untilGone(ResourceKind.CLAIM, "data");
    }

    @Test
    void aVolumeDeletedUnderItsClaimWaitsForIt(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.ofUnknownDriver(scene, true);
        scene.delete(ResourceKind.VOLUME, hand.volume());
        scene.untilExplained(ResourceKind.VOLUME, hand.volume(), "volume-terminating", ResponsibleParty.USER, LinkKind.VOLUME);
    }

    @Test
    void aVolumeThatIsStillAttachedIsNotDeleted(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.ofUnknownDriver(scene, true);
        String attachment = hand.attachedTo("node-1");
        scene.merge(ResourceKind.VOLUME, hand.volume(), """
                {"metadata": {"annotations": {"pv.kubernetes.io/provisioned-by": "%s"}},
                 "spec": {"persistentVolumeReclaimPolicy": "Delete"}}""".formatted(hand.driver()));
        scene.delete(ResourceKind.CLAIM, "data");
        Explanation answer = scene.untilExplained(
                ResourceKind.VOLUME, hand.volume(), "volume-terminating", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("still attached to node node-1");
        scene.merge(ResourceKind.ATTACHMENT, attachment, "{\"metadata\": {\"finalizers\": null}}");
    }

    @Test
    void aDriverThatGrowsOnlyWhatIsNotInUseWaitsForThePodsEnd(Scene scene) throws IOException, InterruptedException {
        try (Balky balky = Balky.open(scene)) {
            balky.when(Deed.EXPAND, _ -> {
                throw CsiException.failedPrecondition("the volume is in use");
            });
            balky.claim("data");
            balky.pod("web", "data", "");
            scene.untilPhase(ResourceKind.POD, "web", "Running");
            scene.merge(ResourceKind.CLAIM, "data", size("32Mi"));
            Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "expansion-offline", ResponsibleParty.USER, LinkKind.CLAIM);
            assertThat(answer.first().orElseThrow().verdict()).contains("pod/web uses it");
        }
    }

    @Test
    void aFileSystemThatDoesNotGrowIsToldInTheDriversWords(Scene scene) throws IOException, InterruptedException {
        try (Balky balky = Balky.open(scene)) {
            balky.when(Deed.EXPAND_ON_NODE, at -> {
                throw new IOException("resize2fs says no to " + at);
            });
            balky.claim("data");
            balky.pod("web", "data", "");
            scene.untilPhase(ResourceKind.POD, "web", "Running");
            scene.merge(ResourceKind.CLAIM, "data", size("32Mi"));
            Explanation answer =
                    scene.untilExplained(ResourceKind.CLAIM, "data", "expansion-fails", ResponsibleParty.STORAGE_ADMIN, LinkKind.CLAIM);
            assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "32Mi", "resize2fs says no");
        }
    }

    @Test
    void aClassThatForbidsGrowthAfterItWasAskedForIsNamed(Scene scene) throws IOException, InterruptedException {
        String growing = "growing-of-" + scene.namespace();
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "%s"},
                 "provisioner": "%s.example.com", "allowVolumeExpansion": true}""".formatted(growing, scene.namespace()));
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv-of-%1$s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "16Mi"}, "storageClassName": "%2$s",
                  "persistentVolumeReclaimPolicy": "Retain", "claimRef": {"namespace": "%1$s", "name": "data"},
                  "csi": {"driver": "%1$s.example.com", "volumeHandle": "none"}}}""".formatted(scene.namespace(), growing));
        scene.claim("data", growing, ", \"volumeName\": \"pv-of-" + scene.namespace() + "\"");
        scene.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        scene.merge(ResourceKind.CLAIM, "data", size("32Mi"));
        scene.merge(ResourceKind.CLASS, growing, "{\"allowVolumeExpansion\": false}");
        Explanation answer =
                scene.untilExplained(ResourceKind.CLAIM, "data", "expansion-forbidden", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains(growing);
    }

    @Test
    void aVolumeThatTheDriverDoesNotDeleteIsToldInItsWords(Scene scene) throws IOException, InterruptedException {
        try (Balky balky = Balky.open(scene)) {
            balky.when(Deed.DELETE, _ -> {
                throw CsiException.failedPrecondition("a copy of it hangs on it");
            });
            balky.claim("data");
            String volume = scene.find(ResourceKind.CLAIM, "data")
                    .orElseThrow()
                    .at("/spec/volumeName")
                    .asText();
            scene.delete(ResourceKind.CLAIM, "data");
            // On a busy machine the driver may be late before it refuses, and that is told first.
            Stage.until(
                    "the refusal",
                    () -> scene.explain(ResourceKind.VOLUME, volume)
                            .first()
                            .filter(first -> first.verdict().contains("a copy of it hangs on it"))
                            .isPresent());
            Explanation answer =
                    scene.untilExplained(ResourceKind.VOLUME, volume, "volume-terminating", ResponsibleParty.STORAGE_ADMIN, LinkKind.VOLUME);
            assertThat(answer.first().orElseThrow().verdict()).contains("pv/" + volume, "a copy of it hangs on it");
        }
    }

    private static String size(String size) {
        return "{\"spec\": {\"resources\": {\"requests\": {\"storage\": \"" + size + "\"}}}}";
    }
}
