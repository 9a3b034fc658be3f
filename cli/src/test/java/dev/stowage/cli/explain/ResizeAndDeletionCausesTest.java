package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.explain.FaultyDriverServices.Deed;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class ResizeAndDeletionCausesTest {

    @Test
    void aLargerVolumeWaitsForAPodAndThatIsInOrder(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.merge(ResourceKind.CLAIM, "data", size("32Mi"));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "expansion-at-node", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().rank()).isEqualTo(FindingRank.WAITING);
        explainScenario.pod("web", "data");
        explainScenario.until(
                ResourceKind.CLAIM,
                "data",
                claim -> claim.at("/status/capacity/storage").asText().equals("32Mi"));
        explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
        assertThat(explainScenario.explain(ResourceKind.CLAIM, "data").findings())
                .isEmpty();
    }

    @Test
    void aVolumeLargerThanThePoolIsToldInTheDriversWords(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.merge(ResourceKind.CLAIM, "data", size("900Ti"));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "expansion-infeasible", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "900Ti");
    }

    @Test
    void aClaimIsHeldByItsPodsAlsoWhenTheyHaveEnded(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.pod("job", "data", ", \"restartPolicy\": \"Never\", \"activeDeadlineSeconds\": 1");
        explainScenario.untilPhase(ResourceKind.POD, "job", "Failed");
        explainScenario.delete(ResourceKind.CLAIM, "data");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "claim-terminating", ResponsibleParty.USER, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/job (Failed)", "completed pod");
        explainScenario.delete(ResourceKind.POD, "job");
        explainScenario.untilGone(ResourceKind.CLAIM, "data");
    }

    @Test
    void aVolumeDeletedUnderItsClaimWaitsForIt(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, true);
        explainScenario.delete(ResourceKind.VOLUME, hand.volume());
        explainScenario.untilExplained(
                ResourceKind.VOLUME, hand.volume(), "volume-terminating", ResponsibleParty.USER, LinkKind.VOLUME);
    }

    @Test
    void aVolumeThatIsStillAttachedIsNotDeleted(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, true);
        String attachment = hand.attachedTo("node-1");
        explainScenario.merge(ResourceKind.VOLUME, hand.volume(), """
                {"metadata": {"annotations": {"pv.kubernetes.io/provisioned-by": "%s"}},
                 "spec": {"persistentVolumeReclaimPolicy": "Delete"}}""".formatted(hand.driver()));
        explainScenario.delete(ResourceKind.CLAIM, "data");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.VOLUME,
                hand.volume(),
                "volume-terminating",
                ResponsibleParty.CLUSTER_ADMIN,
                LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().verdict()).contains("still attached to node node-1");
        explainScenario.merge(ResourceKind.ATTACHMENT, attachment, "{\"metadata\": {\"finalizers\": null}}");
    }

    @Test
    void aDriverThatGrowsOnlyWhatIsNotInUseWaitsForThePodsEnd(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.EXPAND, _ -> {
                throw CsiException.failedPrecondition("the volume is in use");
            });
            faultyDriver.claim("data");
            faultyDriver.pod("web", "data", "");
            explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
            explainScenario.merge(ResourceKind.CLAIM, "data", size("32Mi"));
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.CLAIM, "data", "expansion-offline", ResponsibleParty.USER, LinkKind.CLAIM);
            assertThat(answer.first().orElseThrow().verdict()).contains("pod/web uses it");
        }
    }

    @Test
    void aFileSystemThatDoesNotGrowIsToldInTheDriversWords(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.EXPAND_ON_NODE, at -> {
                throw new IOException("resize2fs says no to " + at);
            });
            faultyDriver.claim("data");
            faultyDriver.pod("web", "data", "");
            explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
            explainScenario.merge(ResourceKind.CLAIM, "data", size("32Mi"));
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.CLAIM, "data", "expansion-fails", ResponsibleParty.STORAGE_ADMIN, LinkKind.CLAIM);
            assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "32Mi", "resize2fs says no");
        }
    }

    @Test
    void aClassThatForbidsGrowthAfterItWasAskedForIsNamed(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        String growing = "growing-of-" + explainScenario.namespace();
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "%s"},
                 "provisioner": "%s.example.com", "allowVolumeExpansion": true}""".formatted(growing, explainScenario.namespace()));
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv-of-%1$s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "16Mi"}, "storageClassName": "%2$s",
                  "persistentVolumeReclaimPolicy": "Retain", "claimRef": {"namespace": "%1$s", "name": "data"},
                  "csi": {"driver": "%1$s.example.com", "volumeHandle": "none"}}}""".formatted(explainScenario.namespace(), growing));
        explainScenario.claim("data", growing, ", \"volumeName\": \"pv-of-" + explainScenario.namespace() + "\"");
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        explainScenario.merge(ResourceKind.CLAIM, "data", size("32Mi"));
        explainScenario.merge(ResourceKind.CLASS, growing, "{\"allowVolumeExpansion\": false}");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "expansion-forbidden", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLAIM);
        assertThat(answer.first().orElseThrow().verdict()).contains(growing);
    }

    @Test
    void aVolumeThatTheDriverDoesNotDeleteIsToldInItsWords(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.DELETE, _ -> {
                throw CsiException.failedPrecondition("a copy of it hangs on it");
            });
            faultyDriver.claim("data");
            String volume = explainScenario
                    .find(ResourceKind.CLAIM, "data")
                    .orElseThrow()
                    .at("/spec/volumeName")
                    .asText();
            explainScenario.delete(ResourceKind.CLAIM, "data");
            // On a busy machine the call may time out before the driver rejects it, and that is reported first.
            SharedCluster.until(
                    "the refusal",
                    () -> explainScenario
                            .explain(ResourceKind.VOLUME, volume)
                            .first()
                            .filter(first -> first.verdict().contains("a copy of it hangs on it"))
                            .isPresent());
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.VOLUME, volume, "volume-terminating", ResponsibleParty.STORAGE_ADMIN, LinkKind.VOLUME);
            assertThat(answer.first().orElseThrow().verdict()).contains("pv/" + volume, "a copy of it hangs on it");
        }
    }

    private static String size(String size) {
        return "{\"spec\": {\"resources\": {\"requests\": {\"storage\": \"" + size + "\"}}}}";
    }
}
